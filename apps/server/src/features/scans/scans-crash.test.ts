import { createApiClient } from "@blueprint/contract/api-client";
import { createBlueprint } from "@blueprint/contract/blueprints";
import { storageBucket } from "@blueprint/contract/limits";
import { listScans, type Scan } from "@blueprint/contract/scans";
import { acceptInvitationWithNewAccount } from "@blueprint/contract/teams";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announceFile, isSettled, makePointPly, waitForScan } from "./testing/scan-fixtures.ts";

interface LaunchedServer {
  url: string;
  operatorInvitationUrl: string;
  kill9(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
  dispose(): Promise<void>;
}

let server: LaunchedServer;
beforeAll(async () => {
  // The journeys' launcher. It belongs to another TypeScript project, so it is loaded by URL.
  const harness = new URL("../../../../../e2e/harness/launch-server.ts", import.meta.url).href;
  const { launchServer } = (await import(/* @vite-ignore */ harness)) as { launchServer(): Promise<LaunchedServer> };
  server = await launchServer();
}, 60_000);
afterAll(() => server.dispose(), 60_000);

/** Creates the first account of an empty installation with the printed link. */
async function signUp() {
  const token = new URL(server.operatorInvitationUrl).searchParams.get("token") ?? "";
  let cookie = "";
  const keepCookie: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    cookie ||= response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    return response;
  };
  const { teamId } = await createApiClient({ baseUrl: server.url, fetch: keepCookie })(acceptInvitationWithNewAccount, {
    params: { token },
    body: { email: "first@example.org", password: "correct horse 1", name: "First" },
  });
  return { teamId, cookie, api: createApiClient({ baseUrl: server.url, headers: { cookie } }) };
}

async function upload(sessionCookie: string, scan: Scan, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const address = `${server.url}/v0/b/${storageBucket}/o?name=${encodeURIComponent(scan.uploadName)}`;
  const authorization = `Bearer ${/session_token=([^;]+)/.exec(sessionCookie)?.[1]}`;
  const started = await fetch(address, {
    method: "POST",
    headers: {
      authorization,
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": String(bytes.length),
    },
  });
  const finished = await fetch(started.headers.get("x-goog-upload-url") ?? "", {
    method: "POST",
    headers: { authorization, "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "0" },
    body: bytes,
  });
  expect(finished.headers.get("x-goog-upload-status")).toBe("final");
}

describe("a server that is killed in the middle of a conversion", { timeout: 150_000 }, () => {
  it("converts the scan after its restart, and serves the result whole", async () => {
    const { teamId, cookie, api } = await signUp();
    const blueprint = await api(createBlueprint, { body: { teamId, name: "Hall", industry: "museum" } });
    const bytes = makePointPly(300_000);
    const scan = await announceFile({ api }, blueprint.id, "hall.ply", bytes);
    await upload(cookie, scan, bytes);
    await waitForScan(api, scan, ({ state }) => state === "processing");
    await server.kill9();

    await server.restart();
    const { scans } = await api(listScans, { params: { blueprintId: blueprint.id } });
    expect(scans[0]?.state, "it was not finished by the one that died").not.toBe("ready");
    const ready = await waitForScan(api, scan, isSettled, 90_000);
    expect(ready).toMatchObject({ state: "ready", problem: null });
    expect(ready.report?.counts.points).toBe(300_000);
    // The second attempt's folder: nothing of the first one is ever shown.
    expect(ready.delivery?.entryUrl).toContain(`/deliveries/${scan.id}/2/`);
    expect((await fetch(server.url + ready.delivery?.entryUrl)).status).toBe(200);
    await server.stop();
  });
});
