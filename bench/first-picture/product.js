// The product as somebody runs it: its server with an owner who uploads files and publishes them.
import { setTimeout as sleep } from "node:timers/promises";
import { createApiClient } from "@blueprint/contract/api-client";
import { createBlueprint, publishBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { createScan, listScans } from "@blueprint/contract/scans";
import { acceptInvitationWithNewAccount } from "@blueprint/contract/teams";
import { toByteSource } from "@blueprint/scans/byte-source";
import { preflight } from "@blueprint/scans/preflight";
import { createUpload } from "@blueprint/uploads/upload";
import { launchServer } from "../../e2e/harness/launch-server.ts";
import { ensureServerBuilt } from "../../tools/server-build.ts";
import { ensureWebBuilt } from "../../tools/web-build.ts";

const uploadTimeoutMs = 60_000;
const conversionTimeoutMs = 240_000;

/**
 * Builds what is not built and starts the server.
 * @returns its port, `publish({ fileName, bytes })`, which answers the place's slug, its delivery and how
 *   to unpublish it (`retire`), and `dispose`
 */
export async function startProduct() {
  await ensureServerBuilt();
  await ensureWebBuilt();
  const server = await launchServer();
  try {
    const owner = await makeOwner(server);
    return {
      url: server.url,
      port: Number(new URL(server.url).port),
      publish: (file) => publish(server, owner, file),
      dispose: () => server.dispose(),
    };
  } catch (error) {
    await server.dispose();
    throw error;
  }
}

async function makeOwner(server) {
  const token = new URL(server.operatorInvitationUrl).searchParams.get("token");
  let cookie = "";
  const signUp = createApiClient({
    baseUrl: server.url,
    fetch: async (...call) => {
      const response = await fetch(...call);
      cookie ||= response.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; ");
      return response;
    },
  });
  const { teamId } = await signUp(acceptInvitationWithNewAccount, {
    params: { token },
    body: { email: "bench@example.org", password: "a quiet corner table", name: "Bench" },
  });
  // The storage protocol takes a cookie only from a page that has proved to be ours; a token is taken from anybody.
  const session = /session_token=([^;]+)/.exec(cookie)?.[1];
  if (session === undefined) throw new Error("The new account was not signed in.");
  const headers = { authorization: `Bearer ${session}` };
  return { headers, teamId, api: createApiClient({ baseUrl: server.url, headers: { cookie } }) };
}

async function publish(server, { api, headers, teamId }, { fileName, bytes }) {
  const { id: blueprintId, slug } = await api(createBlueprint, {
    body: { teamId, name: fileName, industry: "museum" },
  });
  const report = await preflight(toByteSource(new Blob([bytes]), fileName));
  const sizeBytes = bytes.length;
  const scan = await api(createScan, {
    params: { blueprintId },
    body: { fileName, sizeBytes, preflight: { ...report, sizeBytes } },
  });
  const upload = createUpload({
    source: { name: fileName, sizeBytes, slice: (start, end) => bytes.subarray(start, end) },
    objectName: scan.uploadName,
    baseUrl: server.url,
    headers,
    retryTimeMsMax: uploadTimeoutMs,
  });
  upload.start();
  const { state, error } = await upload.done;
  if (state !== "success") throw new Error(`${fileName} could not be uploaded: ${state}.`, { cause: error });
  await waitUntilReady(api, blueprintId, fileName);
  await api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "unlisted" } });
  const { scans } = await api(getPublishedBlueprint, { params: { slug } });
  // A plan has room for a few published places at a time.
  const retire = () => api(unpublishBlueprint, { params: { blueprintId } });
  return { slug, delivery: scans[0].delivery, retire };
}

async function waitUntilReady(api, blueprintId, fileName) {
  const giveUpAtMs = performance.now() + conversionTimeoutMs;
  while (performance.now() < giveUpAtMs) {
    const [scan] = (await api(listScans, { params: { blueprintId } })).scans;
    if (scan.state === "ready") return;
    if (scan.state === "failed" || scan.state === "cancelled")
      throw new Error(`${fileName} could not be converted: ${scan.problem ?? scan.state}.`);
    await sleep(200);
  }
  throw new Error(`${fileName} was not converted within ${conversionTimeoutMs / 1000} s.`);
}
