import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "@blueprint/contract/api-client";
import { createBlueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId, ScanId, TeamId } from "@blueprint/contract/ids";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { deleteScan, getScanUpload } from "@blueprint/contract/scans";
import { getMe } from "@blueprint/contract/users";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connect } from "../db/connection.ts";
import type { Sql } from "../db/sql.ts";
import { openSceneClient } from "../features/scene/testing/scene-client.ts";
import { WireClient } from "../features/uploads/testing/upload-test-world.ts";
import { findRunningPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";
import { systemIds } from "../platform/ids.ts";
import { hasTestS3, startTestS3, testS3Needs } from "../platform/storage/testing/test-s3.ts";
import { toDatabaseUrl } from "../testing/database-url.ts";
import { findFreePort } from "../testing/free-port.ts";
import { ask, findDifferences, readDocuments, trustAsker } from "../testing/release-folder/former-answers.ts";
import { readReleaseFolder } from "../testing/release-folder/release-folder.ts";
import { countDaysSince, restoreFolder } from "../testing/release-folder/restore-folder.ts";
import { type ServerProcess, spawnServer } from "../testing/server-process.ts";
import { runBackup, spawnBackup } from "./testing/backup-process.ts";

/** Counts what people store, which goes on during the backup. */
const countsStorage = /\/(usage|plan)$|^\/api\/operator\/|^\/api\/installation$/;
const countsUploads = /\.(uploadedContentCount|uploadedFileIds|featureUsageCount|mostUsedFeatures)\b/;

describe("a backup of a running server", () => {
  const folder = readReleaseFolder();
  const days = countDaysSince(folder);
  const { owner, editor } = folder.people;
  const dir = mkdtempSync(join(tmpdir(), "blueprint-backup-"));
  const dataDir = join(dir, "data");
  const complete = join(dir, "complete");
  const running: ServerProcess[] = [];
  let url: string;

  const start = async (env: Record<string, string>) => {
    const port = String(await findFreePort());
    const address = `http://127.0.0.1:${port}`;
    // Nothing is converted again while it is compared.
    const server = spawnServer({ PORT: port, PUBLIC_URL: address, CONVERTERS: "0", ...trustAsker, ...env });
    running.push(server);
    await server.waitFor("Blueprint is ready at");
    return { server, url: address };
  };
  const stop = async ({ child, ended }: ServerProcess) => {
    child.kill("SIGTERM");
    await ended;
  };

  beforeAll(async () => {
    await restoreFolder(folder, dataDir);
    ({ url } = await start({ DATA_DIR: dataDir }));
  }, 60_000);
  afterAll(async () => {
    for (const server of running) await stop(server);
    rmSync(dir, { recursive: true, force: true });
  }, 60_000);

  it("is consistent while people store and delete, and is for its own account only", async () => {
    const { profile } = await createApiClient({ baseUrl: url, headers: owner!.session })(getMe, {});
    const wire = new WireClient(url, owner!.asProgram);
    const backup = spawnBackup({ DATA_DIR: dataDir }, "backup", "--to", complete);
    let isRunning = true;
    const ended = backup.ended.then((code) => {
      isRunning = false;
      return code;
    });
    let stored = 0;
    while (isRunning) {
      const name = `users/${profile.uid}/kept-${stored++}`;
      expect((await wire.multipart(name, Buffer.from(name))).status).toBe(200);
      if (stored % 2 === 0) continue;
      const path = `/v0/b/blueprint-local/o/${encodeURIComponent(name)}`;
      expect((await fetch(url + path, { method: "DELETE", headers: owner!.asProgram })).status).toBe(204);
    }
    expect(await ended, backup.printed()).toBe(0);
    expect(stored).toBeGreaterThan(2);
    expect(existsSync(`${complete}.partial`)).toBe(false);
    const entries = readdirSync(complete, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      expect(mode, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
    expect(await runBackup({}, "restore", "--from", complete, "--check")).toMatchObject({ code: 0 });
  }, 60_000);

  it("restores everything that people had, with their sessions and passwords", async () => {
    const target = join(dir, "restored");
    const restored = await runBackup({ DATA_DIR: target }, "restore", "--from", complete);
    expect(restored.code, restored.printed).toBe(0);
    const { server, url: at } = await start({ DATA_DIR: target });
    const differences: string[] = [];
    for (const { by, path, status, body } of folder.answers.filter((answer) => !countsStorage.test(answer.path))) {
      const answer = await ask(at, path, by === null ? {} : folder.people[by]?.session);
      differences.push(...findDifferences({ status, body }, answer, days, `${by ?? "a visitor"} ${path} `));
    }
    expect(differences.filter((difference) => !countsUploads.test(difference))).toEqual([]);
    const as = (headers: Readonly<Record<string, string>>) => createApiClient({ baseUrl: at, headers });
    const { cookie } = owner!.session;
    const documents = await readDocuments(at, cookie, as({ cookie }), folder.place.blueprintId as BlueprintId);
    expect(findDifferences(folder.documents, documents, days)).toEqual([]);
    const place = await as({})(getPublishedBlueprint, { params: { slug: folder.place.slug }, query: {} });
    const root = new URL(place.scans[0]!.delivery.entryUrl.replace(/(?<=\/deliveries\/[\w-]+\/\d+\/).*/, ""), at);
    const prefix = new RegExp(`^objects/deliveries/${folder.place.scanId}/\\d+/`);
    const delivered = Object.entries(folder.files).filter(([name]) => prefix.test(name));
    expect(delivered.length).toBeGreaterThan(0);
    for (const [name, content] of delivered) {
      const response = await fetch(new URL(name.replace(prefix, ""), root));
      expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(content, "base64")), name).toBe(true);
    }
    const { profile } = await as(owner!.session)(getMe, {});
    const bucket = `${at}/v0/b/blueprint-local/o`;
    const headers = owner!.asProgram;
    const listed = await fetch(`${bucket}?prefix=users/${profile.uid}/kept-`, { headers });
    const { items } = (await listed.json()) as { items: { name: string }[] };
    for (const { name } of items) {
      const response = await fetch(`${bucket}/${encodeURIComponent(name)}?alt=media`, { headers });
      expect(await response.text()).toBe(name);
    }
    for (const { email, password } of Object.values(folder.people)) {
      const response = await fetch(`${at}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: at },
        body: JSON.stringify({ email, password }),
      });
      expect(response.status, email).toBe(200);
    }
    // Bytes of an unfinished upload are no part of a backup: its sender still has them and starts over.
    const params = { scanId: folder.upload.scanId as ScanId };
    const { upload } = await as(editor!.session)(getScanUpload, { params });
    const wire = new WireClient(at, editor!.asProgram);
    expect((await wire.command(upload!.sessionPath, "query")).received).toBe(0);
    await stop(server);
  }, 60_000);

  it("holds a document that is edited meanwhile as it was at one moment", async () => {
    const api = createApiClient({ baseUrl: url, headers: owner!.session });
    const body = { teamId: folder.place.teamId as TeamId, name: "Edited meanwhile", industry: "museum" as const };
    const { id: blueprintId } = await api(createBlueprint, { body });
    const { cookie } = owner!.session;
    const client = openSceneClient({ serverUrl: url, blueprintId, cookie });
    await client.loaded();
    let edits = 0;
    const edit = async () => {
      addAnchor(client.doc, buildAnchor({ id: `edit-${edits}`, title: String(edits) }));
      edits += 1;
      await client.saved();
    };
    await edit();
    const savedBefore = edits;
    const to = join(dir, "edited");
    const backup = spawnBackup({ DATA_DIR: dataDir }, "backup", "--to", to);
    let isRunning = true;
    void backup.ended.then(() => {
      isRunning = false;
    });
    while (isRunning) await edit();
    client.close();
    expect(await backup.ended, backup.printed()).toBe(0);
    const target = join(dir, "edited-restored");
    expect((await runBackup({ DATA_DIR: target }, "restore", "--from", to)).code).toBe(0);
    const { server, url: at } = await start({ DATA_DIR: target });
    const restored = openSceneClient({ serverUrl: at, blueprintId, cookie });
    await restored.loaded();
    const kept = restored.scene().anchors.map(({ id }) => id);
    restored.close();
    expect(kept.length).toBeGreaterThanOrEqual(savedBefore);
    expect(kept.length).toBeLessThanOrEqual(edits);
    expect(kept.sort()).toEqual(Array.from(kept, (_, index) => `edit-${index}`).sort());
    await stop(server);
  }, 60_000);

  it.each([
    ["SIGKILL", -1],
    ["SIGTERM", 143],
  ] as const)(
    "that ends by %s is never restored, and can be repeated",
    async (signal, exitCode) => {
      const to = join(dir, `ended-by-${signal}`);
      const sql = connect(findRunningPostgres(join(dataDir, "postgres"))!, 1);
      try {
        await sql.begin(async (tx) => {
          // The backup waits for this table.
          await tx`lock table scans in access exclusive mode`;
          const backup = spawnBackup({ DATA_DIR: dataDir }, "backup", "--to", to);
          await expect.poll(() => existsSync(join(`${to}.partial`, "database")), { timeout: 15_000 }).toBe(true);
          const second = await runBackup({ DATA_DIR: dataDir }, "backup", "--to", join(dir, "second"));
          expect(second.printed).toMatch(/^Another backup of this installation is running\./);
          backup.child.kill(signal);
          expect(await backup.ended).toBe(exitCode);
          expect(backup.printed()).toBe("");
        });
      } finally {
        await sql.end();
      }
      expect(existsSync(to)).toBe(false);
      const refused = await runBackup({ DATA_DIR: join(dir, "none") }, "restore", "--from", `${to}.partial`);
      expect(refused).toMatchObject({ code: 1, printed: expect.stringMatching(/isn't a complete backup/) });
      await expect
        .poll(async () => (await runBackup({ DATA_DIR: dataDir }, "backup", "--to", to)).code, { timeout: 15_000 })
        .toBe(0);
      expect(existsSync(`${to}.partial`)).toBe(false);
      expect((await runBackup({}, "restore", "--from", to, "--check")).code).toBe(0);
    },
    60_000,
  );

  it("whose restore is killed is recognised by the server, and can be restored again", async () => {
    const target = join(dir, "half");
    const restore = spawnBackup({ DATA_DIR: target }, "restore", "--from", complete);
    await restore.waitFor("Restoring tables");
    restore.child.kill("SIGKILL");
    expect(await restore.ended).toBe(-1);
    const server = spawnServer({ DATA_DIR: target, PORT: "0", LOG_LEVEL: "silent" });
    expect(await server.ended).toBe(1);
    expect(server.printed()).toMatch(/Run npm run restore again/);
    const again = await runBackup({ DATA_DIR: target }, "restore", "--from", complete);
    expect(again.code, again.printed).toBe(0);
    await stop((await start({ DATA_DIR: target })).server);
  }, 60_000);

  it("is refused where it is damaged, incomplete or too new, with the path and nothing written", async () => {
    const target = join(dir, "untouched");
    const broken = join(dir, "broken");
    expect((await runBackup({ DATA_DIR: dataDir }, "backup", "--to", broken)).code).toBe(0);
    const refusal = async (...flags: string[]) => {
      const { code, printed } = await runBackup({ DATA_DIR: target }, "restore", "--from", broken, ...flags);
      expect(code, printed).toBe(1);
      return printed.split("\n").at(-1);
    };
    const [object] = readFileSync(join(broken, "objects.jsonl"), "utf8").split("\n");
    const { key } = JSON.parse(object!) as { key: string };
    for (const name of [`objects/${key}`, "database/public.teams.copy", "secrets.json", "objects.jsonl"]) {
      const path = join(broken, name);
      const bytes = readFileSync(path);
      const damaged = Buffer.from(bytes);
      damaged[damaged.length >> 1]! ^= 1;
      writeFileSync(path, damaged);
      for (const flags of [["--check"], []])
        expect(await refusal(...flags)).toBe(`The backup is damaged: ${path} isn't what was written.`);
      rmSync(path);
      expect(await refusal()).toBe(`The backup is damaged: ${path} is missing.`);
      writeFileSync(path, bytes);
    }
    const manifest = join(broken, "manifest.json");
    const text = readFileSync(manifest, "utf8");
    writeFileSync(manifest, text.replace(/"version": "/, '"version": "9'));
    expect(await refusal()).toBe(`The backup is damaged: ${manifest} isn't what was written.`);
    const newer = text.replace(/"createdAt": (\d+)/, '"createdAt": 9$1').replace(/"version": "/, '"version": "9');
    writeFileSync(manifest, newer);
    writeFileSync(`${manifest}.sha256`, createHash("sha256").update(newer).digest("hex"));
    expect(await refusal()).toMatch(
      /^The backup .* was written by Blueprint 9.* restore with the release that wrote it/,
    );
    rmSync(manifest);
    expect(await refusal()).toMatch(/isn't a complete backup: manifest\.json is missing/);
    expect(existsSync(target)).toBe(false);
  }, 60_000);

  it("is refused where something is in the way, with the reason and an exit code", async () => {
    const restoreInto = async (target: string) =>
      (await runBackup({ DATA_DIR: target }, "restore", "--from", complete)).printed.split("\n").at(-1);
    expect(await restoreInto(dataDir)).toMatch(/^DATA_DIR isn't empty: .* exists\. Restore into a new folder\.$/);
    const taken = join(dir, "taken");
    mkdirSync(taken);
    writeFileSync(join(taken, "secrets.json"), "{}");
    expect(await restoreInto(taken)).toMatch(/^DATA_DIR isn't empty: .*secrets\.json exists/);
    const backUp = async (env: Record<string, string>, to: string) =>
      (await runBackup({ DATA_DIR: dataDir, ...env }, "backup", "--to", to)).printed;
    expect(await backUp({}, complete)).toBe(`${complete} already exists. Every backup needs a new folder.`);
    expect(await backUp({}, join(dataDir, "copy"))).toMatch(/is inside DATA_DIR/);
    expect(await backUp({ DATA_DIR: join(dir, "nowhere") }, join(dir, "x"))).toMatch(/^There is no installation in/);
    const unreachable = { DATABASE_URL: "postgresql://me:topsecret@127.0.0.1:1/db" };
    expect(await backUp(unreachable, join(dir, "x"))).toMatch(/^Can't use DATABASE_URL: can't reach PostgreSQL/);
    expect(await backUp(unreachable, join(dir, "x"))).not.toMatch(/topsecret/);
    for (const args of [["backup"], ["restore"], ["backup", "--from", "x"], ["restore", "--from", "x", "--force"]]) {
      const { code, printed } = await runBackup({ DATA_DIR: dataDir }, ...args);
      expect({ code, printed }).toEqual({ code: 2, printed: expect.stringMatching(/^npm run backup -- --to/) });
    }
  }, 60_000);

  it("is taken of a server that doesn't run, which can start afterwards", async () => {
    const target = join(dir, "stopped");
    expect((await runBackup({ DATA_DIR: target }, "restore", "--from", complete)).code).toBe(0);
    const to = join(dir, "of-stopped");
    const backup = await runBackup({ DATA_DIR: target }, "backup", "--to", to);
    expect(backup.code, backup.printed).toBe(0);
    expect(readFileSync(join(to, "objects.jsonl"))).toEqual(readFileSync(join(complete, "objects.jsonl")));
    expect(findRunningPostgres(join(target, "postgres"))).toBeNull();
    await stop((await start({ DATA_DIR: target })).server);
    const list = readFileSync(join(to, "objects.jsonl"), "utf8");
    const [, key] = /"key":"(teams\/[^"]+)"/.exec(list)!;
    rmSync(join(target, "objects", key!));
    const stoppedBySignal = spawnBackup({ DATA_DIR: target }, "backup", "--to", join(dir, "by-signal"));
    await expect.poll(() => findRunningPostgres(join(target, "postgres")), { timeout: 15_000 }).not.toBeNull();
    stoppedBySignal.child.kill("SIGTERM");
    expect(await stoppedBySignal.ended, stoppedBySignal.printed()).toBe(143);
    const without = join(dir, "without");
    expect(await runBackup({ DATA_DIR: target }, "backup", "--to", without)).toMatchObject({ code: 3 });
    expect(JSON.parse(readFileSync(join(without, "manifest.json"), "utf8"))).toMatchObject({
      missing: [key],
    });
    expect((await runBackup({}, "restore", "--from", without, "--check")).code).toBe(0);
    expect(findRunningPostgres(join(target, "postgres"))).toBeNull();
  }, 60_000);

  it("doesn't miss the original of a removed scan, which goes before its row", async () => {
    const target = join(dir, "removed");
    expect((await runBackup({ DATA_DIR: target }, "restore", "--from", complete)).code).toBe(0);
    const { server, url: at } = await start({ DATA_DIR: target });
    const { scanId } = folder.place;
    const sql = connect(findRunningPostgres(join(target, "postgres"))!, 1);
    const [scan] = await sql<{ key: string }[]>`select original_key as key from scans where id = ${scanId}`;
    await sql.end();
    rmSync(join(target, "objects", scan!.key));
    const backUp = async (to: string) => (await runBackup({ DATA_DIR: target }, "backup", "--to", join(dir, to))).code;
    expect(await backUp("original-missing")).toBe(3);
    const api = createApiClient({ baseUrl: at, headers: owner!.session });
    await api(deleteScan, { params: { scanId: scanId as ScanId } });
    expect(await backUp("scan-removed")).toBe(0);
    await stop(server);
  }, 60_000);

  /** An empty database whose owner may do nothing else in its cluster. */
  const withDatabase = async (work: (url: string, name: string) => Promise<void>) => {
    const { template: _, ...cluster } = inject("testPostgres");
    const name = `backup_${systemIds.uuid().replaceAll("-", "")}`;
    const admin: Sql = connect({ ...cluster, database: "postgres" }, 1);
    await admin`create role ${admin(name)} login nosuperuser nocreatedb nocreaterole`;
    await admin`create database ${admin(name)} owner ${admin(name)}`;
    try {
      await work(toDatabaseUrl({ ...cluster, user: name, database: name }), name);
    } finally {
      await admin`drop database ${admin(name)} with (force)`;
      await admin`drop role ${admin(name)}`;
      await admin.end();
    }
  };

  const moveAndBack = (storage: Record<string, string>) =>
    withDatabase(async (databaseUrl, name) => {
      const place = { DATABASE_URL: databaseUrl, ...storage };
      const env = { ...place, DATA_DIR: mkdtempSync(join(dir, "beside-")) };
      const restored = await runBackup(env, "restore", "--from", complete);
      expect(restored.code, restored.printed).toBe(0);
      const refused = await runBackup({ ...place, DATA_DIR: join(dir, "another") }, "restore", "--from", complete);
      expect(refused.printed).toMatch(/The database of DATABASE_URL isn't empty/);
      expect(existsSync(join(env.DATA_DIR, "secrets.json"))).toBe(!("SECRET_KEY" in place));
      const { server, url: at } = await start(env);
      const { profile } = await createApiClient({ baseUrl: at, headers: owner!.session })(getMe, {});
      expect(profile.email).toBe(owner!.email);
      const to = join(env.DATA_DIR, "..", `of-${name}`);
      const backup = await runBackup(env, "backup", "--to", to);
      expect(backup.code, backup.printed).toBe(0);
      expect(readFileSync(join(to, "objects.jsonl"))).toEqual(readFileSync(join(complete, "objects.jsonl")));
      const readKeys = (of: string) => JSON.parse(readFileSync(join(of, "secrets.json"), "utf8")) as unknown;
      expect(readKeys(to)).toEqual(readKeys(complete));
      await stop(server);
    });

  it(
    "whose restore was interrupted is restored to another place without touching what that has",
    () =>
      withDatabase(async (databaseUrl) => {
        const first = mkdtempSync(join(dir, "first-"));
        const restore = spawnBackup({ DATABASE_URL: databaseUrl, DATA_DIR: first }, "restore", "--from", complete);
        await restore.waitFor("Restoring files");
        restore.child.kill("SIGTERM");
        expect(await restore.ended).toBe(143);
        const taken = mkdtempSync(join(dir, "taken-"));
        mkdirSync(join(taken, "objects"));
        writeFileSync(join(taken, "objects", "somebody's"), "kept");
        const again = (target: string) =>
          runBackup({ DATABASE_URL: databaseUrl, DATA_DIR: target }, "restore", "--from", complete);
        expect((await again(taken)).printed).toMatch(/The storage of DATA_DIR .* isn't empty.*Nothing was changed\.$/);
        expect(readFileSync(join(taken, "objects", "somebody's"), "utf8")).toBe("kept");
        const elsewhere = await again(mkdtempSync(join(dir, "second-")));
        expect(elsewhere.code, elsewhere.printed).toBe(0);
      }),
    60_000,
  );

  it("moves from an embedded database to another one, and is taken of that", () => moveAndBack({}), 60_000);

  it("moves to servers that share their keys in the database, and is taken of those", async () => {
    await moveAndBack({ SECRET_KEY: "a key for the tests of backups, long enough" });
  }, 60_000);

  it.skipIf(!hasTestS3)(
    `moves from a disk to S3, and is taken of that (${testS3Needs})`,
    async () => {
      const s3 = await startTestS3();
      try {
        await moveAndBack({ STORAGE_URL: s3.url });
      } finally {
        await s3.stop();
      }
    },
    90_000,
  );
});
