import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "@blueprint/contract/api-client";
import { createBlueprint, getBlueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { acceptInvitationWithNewAccount } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSceneClient, type SceneClient } from "./features/scene/testing/scene-client.ts";
import { WireClient } from "./features/uploads/testing/upload-test-world.ts";
import { findPostmasterFile } from "./platform/embedded-postgres/postmaster.ts";
import { findFreePort } from "./testing/free-port.ts";
import { type ServerProcess, spawnServer } from "./testing/server-process.ts";

const canMount = process.platform === "linux" && process.getuid?.() === 0;
const MB = 2 ** 20;
const diskBytes = 220 * MB;

describe.skipIf(!canMount)("a server whose disk fills up (needs root to mount a small one)", () => {
  let disk: string;
  let server: ServerProcess;
  let port: number;
  let editor: SceneClient | undefined;
  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), "blueprint-full-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskBytes}`, "none", disk]);
    port = await findFreePort();
  });
  afterAll(async () => {
    editor?.close();
    server.child.kill("SIGTERM");
    await server.ended;
    execFileSync("umount", ["-l", disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  const dataDir = () => join(disk, "data");
  const start = () => {
    const url = `http://127.0.0.1:${port}`;
    server = spawnServer({ DATA_DIR: dataDir(), PORT: String(port), PUBLIC_URL: url });
    return url;
  };
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  let fillers = 0;
  const fillUpTo = (leftBytes: number) => {
    mkdirSync(join(disk, "others"), { recursive: true });
    writeFileSync(join(disk, "others", String(++fillers)), Buffer.alloc(Math.max(0, freeBytes() - leftBytes)));
  };

  it("keeps a reserve for deletion, reports a full disk, names the folder at startup, and recovers completely", async () => {
    const url = start();
    await server.waitFor("Blueprint is ready");
    const token = /accept-invite\S*[?&]token=([^\s&]+)/.exec(server.printed())?.[1] ?? "";
    let signed = "";
    let sessionCookie = "";
    const { teamId } = await createApiClient({
      baseUrl: url,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const [cookie = ""] = response.headers.getSetCookie();
        sessionCookie ||= cookie.split(";")[0] ?? "";
        signed = decodeURIComponent(/=([^;]+)/.exec(cookie)?.[1] ?? "");
        return response;
      },
    })(acceptInvitationWithNewAccount, {
      params: { token },
      body: { email: "olga@example.org", password: "correct horse battery", name: "Olga" },
    });
    const headers = { authorization: `Bearer ${signed}` };
    const api = createApiClient({ baseUrl: url, headers });
    const wire = new WireClient(url, headers);
    const { uid: userId } = (await api(getMe, {})).profile;
    const put = (name: string) => wire.multipart(`users/${userId}/${name}`, Buffer.alloc(100_000, 1));
    expect(await put("kept")).toMatchObject({ status: 200 });

    // Use part of the reserve, which is 2 % of so small a disk: no file is accepted, but everything else keeps working.
    fillUpTo(3 * MB);
    expect(await put("refused")).toMatchObject({ status: 507, code: "storage-full" });
    const gone = await fetch(`${url}/v0/b/${storageBucket}/o/${encodeURIComponent(`users/${userId}/kept`)}`, {
      method: "DELETE",
      headers,
    });
    expect(gone.status).toBe(204);

    const confirmed: BlueprintId[] = [];
    const write = async () => {
      const body = { teamId, name: `Hall ${confirmed.length}`, industry: "museum" as const };
      confirmed.push((await api(createBlueprint, { body })).id);
    };
    await write();
    editor = openSceneClient({ serverUrl: url, blueprintId: confirmed[0]!, cookie: sessionCookie, untilMsMax: 60_000 });
    const { doc, state, messages } = editor;
    await editor.loaded();
    // To the last byte: at some point the database cannot write.
    fillUpTo(0);
    let failure: unknown = null;
    for (let tries = 0; tries < 3_000 && failure === null; tries++) {
      await write().catch((error: unknown) => {
        failure = error;
      });
      if (tries % 100 === 0) fillUpTo(0);
    }
    expect(failure).toMatchObject({ code: expect.stringMatching(/^(storage-full|service-unavailable)$/) });

    // The editor receives a failure, and no unsaved change counts as saved.
    const placed: string[] = [];
    const isFailing = () => messages.at(-1)?.type === "save-failed";
    for (let tries = 0; tries < 3_000 && !isFailing(); tries++) {
      placed.push(`sign-${tries}`);
      addAnchor(doc, buildAnchor({ id: `sign-${tries}`, title: "x".repeat(100) }));
      await editor.until(() => state.unsavedCount === 0 || isFailing());
    }
    expect(messages.at(-1)).toEqual({
      type: "save-failed",
      because: expect.stringMatching(/^(storage-full|service-unavailable)$/),
    });
    expect(state.unsavedCount).toBeGreaterThan(0);

    const postmaster = findPostmasterFile(join(dataDir(), "postgres", "cluster"))?.pid ?? 0;
    server.child.kill("SIGKILL");
    await server.ended;
    process.kill(postmaster, "SIGKILL");
    fillUpTo(0);
    start();
    expect(await server.ended).toBe(1);
    expect(server.printed().trim().split("\n").at(-1)).toBe(
      `The disk of DATA_DIR (${dataDir()}) is full: 0 MB left. Free up space there, then start again. Confirmed data is safe.`,
    );

    rmSync(join(disk, "others"), { recursive: true });
    writeFileSync(join(dataDir(), "objects", ".temporary", "half"), Buffer.alloc(5));
    mkdirSync(join(dataDir(), "mail"), { recursive: true });
    writeFileSync(join(dataDir(), "mail", "half.eml.new"), Buffer.alloc(2));
    writeFileSync(join(dataDir(), "uploads", "01a207ca-b38f-7515-be6b-a2adb854c5a0"), Buffer.alloc(4));
    start();
    await server.waitFor("Blueprint is ready");
    expect(server.printed()).toMatch(
      /"files":[3-9],"bytes":\d+,.*"Removed [3-9] temporary files left by a server that was killed"/,
    );
    for (const blueprintId of confirmed) {
      expect((await api(getBlueprint, { params: { blueprintId } })).id).toBe(blueprintId);
    }
    await editor.saved();
    const reader = openSceneClient({ serverUrl: url, blueprintId: confirmed[0]!, cookie: sessionCookie });
    await reader.loaded();
    expect(reader.scene().anchors.map(({ id }) => id)).toEqual(expect.arrayContaining(placed));
    reader.close();
    expect(await put("again")).toMatchObject({ status: 200 });
  }, 120_000);
});
