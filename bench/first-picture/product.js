// The product in use: its server with an owner who uploads files and publishes them.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createApiClient } from "@blueprint/contract/api-client";
import { createBlueprint, publishBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import { collaborationPath, toDocumentName } from "@blueprint/contract/collaboration";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { createScan, listScans } from "@blueprint/contract/scans";
import { acceptInvitationWithNewAccount } from "@blueprint/contract/teams";
import { toByteSource } from "@blueprint/scans/byte-source";
import { preflight } from "@blueprint/scans/preflight";
import { addObject } from "@blueprint/scene/object-operations";
import { editSettings } from "@blueprint/scene/settings-operations";
import { createUpload } from "@blueprint/uploads/upload";
import * as Y from "yjs";
import { launchServer } from "../../e2e/harness/launch-server.ts";
import { ensureServerBuilt } from "../../tools/server-build.ts";
import { ensureWebBuilt } from "../../tools/web-build.ts";
import { openSocket } from "../editor/socket-client.js";

const uploadTimeoutMs = 60_000;
const conversionTimeoutMs = 240_000;

/**
 * Builds what is not built and starts the server.
 * @returns its port, `publish({ fileName, bytes })`, which resolves to the place's slug, its delivery, a function to
 *   unpublish it (`retire`) and one to publish it again with a saved view as its start (`startAt`), and `dispose`
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
  // The storage protocol accepts a cookie only from a page proven to be ours, but a token from any client.
  const session = /session_token=([^;]+)/.exec(cookie)?.[1];
  if (session === undefined) throw new Error("The new account was not signed in.");
  const headers = { authorization: `Bearer ${session}` };
  return { headers, cookie, teamId, api: createApiClient({ baseUrl: server.url, headers: { cookie } }) };
}

async function publish(server, { api, headers, cookie, teamId }, { fileName, bytes }) {
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
  const [{ report: converted }] = (await api(listScans, { params: { blueprintId } })).scans;
  let version = 1;
  const doc = new Y.Doc();
  const startAt = async ({ position, target }) => {
    await editScene({ server, cookie, blueprintId, doc }, () => {
      const id = randomUUID();
      addObject(doc, "views", id, { name: "Camera", position, target });
      editSettings(doc, { startViewId: id });
    });
    const body = { basedOnVersion: version, visibility: "unlisted" };
    await api(publishBlueprint, { params: { blueprintId }, body });
    version++;
  };
  // A plan allows only a few published places at a time.
  const retire = () => api(unpublishBlueprint, { params: { blueprintId } });
  return { slug, delivery: scans[0].delivery, report: converted, retire, startAt };
}

/** Resolves once the edit is on the server's disk. */
async function editScene({ server, cookie, blueprintId, doc }, edit) {
  const before = Y.encodeStateVector(doc);
  edit();
  const clock = Y.getState(doc.store, doc.clientID);
  const { promise: isStored, resolve: stored } = Promise.withResolvers();
  const socket = await openSocket({
    url: server.url.replace("http", "ws") + collaborationPath,
    name: toDocumentName(blueprintId),
    headers: { cookie },
    onDurable: ({ clocks }) => (clocks[doc.clientID] ?? 0) >= clock && stored(),
  });
  socket.send(Y.encodeStateAsUpdate(doc, before));
  await isStored;
  await socket.close();
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
