import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, createApiClient } from "@blueprint/contract/api-client";
import { listBlueprints } from "@blueprint/contract/blueprints";
import type { BlueprintId, ScanId, TeamId } from "@blueprint/contract/ids";
import { getPublishedBlueprint, openPlace } from "@blueprint/contract/published";
import { getScanUpload } from "@blueprint/contract/scans";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WireClient } from "./features/uploads/testing/upload-test-world.ts";
import { findFreePort } from "./testing/free-port.ts";
import { ask, findDifferences, readDocuments, trustAsker } from "./testing/release-folder/former-answers.ts";
import { readReleaseFolder } from "./testing/release-folder/release-folder.ts";
import { countDaysSince, restoreFolder } from "./testing/release-folder/restore-folder.ts";
import { type ServerProcess, spawnServer } from "./testing/server-process.ts";

/** The tests run in this order: the later ones change what the earlier ones compare. */
describe("a data folder of an earlier release", () => {
  const folder = readReleaseFolder();
  const days = countDaysSince(folder);
  const dataDir = mkdtempSync(join(tmpdir(), "blueprint-earlier-"));
  let server: ServerProcess;
  let url: string;
  const { owner, editor } = folder.people;

  beforeAll(async () => {
    await restoreFolder(folder, dataDir);
    const port = String(await findFreePort());
    url = `http://127.0.0.1:${port}`;
    // Nothing is converted again while it is compared.
    server = spawnServer({ DATA_DIR: dataDir, PORT: port, PUBLIC_URL: url, CONVERTERS: "0", ...trustAsker });
    await server.waitFor("Blueprint is ready at");
  }, 60_000);
  afterAll(async () => {
    server.child.kill("SIGTERM");
    await server.ended;
    rmSync(dataDir, { recursive: true, force: true });
  });

  const as = (headers: Readonly<Record<string, string>>): ApiClient => createApiClient({ baseUrl: url, headers });

  it("returns everything to everyone as it did then", async () => {
    const differences: string[] = [];
    for (const { by, path, status, body } of folder.answers) {
      const answer = await ask(url, path, by === null ? {} : folder.people[by]?.session);
      differences.push(...findDifferences({ status, body }, answer, days, `${by ?? "a visitor"} ${path} `));
    }
    expect(folder.answers.length).toBeGreaterThan(100);
    expect(differences).toEqual([]);
  }, 60_000);

  it("contains the same documents, at every moment of their history", async () => {
    const { cookie } = owner!.session;
    const documents = await readDocuments(url, cookie, as({ cookie }), folder.place.blueprintId as BlueprintId);
    expect(Object.keys(documents).length).toBeGreaterThan(3);
    expect(findDifferences(folder.documents, documents, days)).toEqual([]);
  });

  it("shows visitors the same files, byte for byte", async () => {
    const place = await as({})(getPublishedBlueprint, { params: { slug: folder.place.slug }, query: {} });
    const { entryUrl } = place.scans[0]!.delivery;
    const root = new URL(entryUrl.replace(/(?<=\/deliveries\/[\w-]+\/\d+\/).*/, ""), url);
    const prefix = new RegExp(`^objects/deliveries/${folder.place.scanId}/\\d+/`);
    const files = Object.entries(folder.files).filter(([name]) => prefix.test(name));
    expect(files.length).toBeGreaterThan(0);
    for (const [name, content] of files) {
      const response = await fetch(new URL(name.replace(prefix, ""), root));
      expect(response.status, name).toBe(200);
      expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(content, "base64")), name).toBe(true);
    }
    const { slug, password } = folder.lockedPlace;
    const opened = await as({})(openPlace, { params: { slug }, query: {}, body: { password } });
    expect(opened.place.slug).toBe(slug);
  });

  it("accepts programs' keys, and an upload continues where it was", async () => {
    const teamId = folder.place.teamId as TeamId;
    const { blueprints } = await as({ authorization: `Bearer ${folder.apiKey}` })(listBlueprints, {
      query: { teamId },
    });
    expect(blueprints.map(({ id }) => id)).toContain(folder.place.blueprintId);
    const { upload } = await as(editor!.session)(getScanUpload, { params: { scanId: folder.upload.scanId as ScanId } });
    expect(upload?.receivedBytes).toBe(folder.upload.receivedBytes);
    const missing = Buffer.from(folder.upload.missing, "base64");
    const wire = new WireClient(url, editor!.asProgram);
    const sent = await wire.upload(upload!.sessionPath, upload!.receivedBytes, missing, { finalize: true });
    expect(sent).toMatchObject({ status: 200, uploadStatus: "final" });
  });

  it("signs everyone in with their password", async () => {
    for (const { email, password } of Object.values(folder.people)) {
      const response = await fetch(`${url}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: url },
        body: JSON.stringify({ email, password }),
      });
      expect(response.status, email).toBe(200);
      const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]);
      expect((await as({ cookie: cookie.join("; ") })(getMe, {})).profile.email).toBe(email);
    }
  });
});
