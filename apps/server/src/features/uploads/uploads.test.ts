import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { ScanId } from "@blueprint/contract/ids";
import { getScanUpload } from "@blueprint/contract/scans";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { scans } from "../../db/schema/scans.ts";
import { stagedUploads, storedObjects, uploads } from "../../db/schema/uploads.ts";
import { hasTestS3, startTestS3, type TestS3, testS3Needs } from "../../platform/storage/testing/test-s3.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import {
  announceScan,
  contentHashOf,
  createSlowBody,
  randomFile,
  stateOfScan,
  WireClient,
} from "./testing/upload-test-world.ts";
import { hashStoredObject, removeIdleUploads } from "./uploads.jobs.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const dayMs = 24 * 3_600_000;

describe.each([
  { place: "on disk", inStore: false },
  { place: `in an object store (${testS3Needs})`, inStore: true },
])("uploads staged $place", ({ inStore }) => {
  if (inStore && !hasTestS3) return it.skip("behave like those on disk");

  let s3: TestS3 | null = null;
  let app: TestApp;
  let owner: TestPerson;
  let wire: WireClient;

  beforeAll(async () => {
    s3 = inStore ? await startTestS3() : null;
    app = await createTestApp({ config: { storageUrl: s3?.url } });
  });
  afterAll(async () => {
    await app.close();
    await s3?.stop();
  });
  beforeEach(async () => {
    owner = await app.buildPerson();
    wire = new WireClient(app.url, owner.asProgram);
  });

  const idOf = (url: string) => new URL(url).searchParams.get("upload_id")!;
  const stagingPath = (url: string) => join(app.context.config.dataDir, "uploads", idOf(url));
  const findStagedRow = async (url: string) => {
    const [row] = await app.context.db
      .select()
      .from(stagedUploads)
      .where(eq(stagedUploads.uploadId, idOf(url)));
    return row;
  };
  /** Whether bytes of an upload, or the place for them, are kept. */
  const isStaged = async (url: string) =>
    inStore ? (await findStagedRow(url)) !== undefined : existsSync(stagingPath(url));
  /** A store takes no smaller parts: only of those can be seen that they have arrived. */
  const seenBytes = inStore ? 5 * MiB : MiB;
  /** Resolves once `seenBytes` of a running request have arrived. */
  const arrivalOf = (url: string) =>
    vi.waitFor(async () => {
      if (inStore) expect((await findStagedRow(url))?.multipartId).toBeTruthy();
      else expect((await readFile(stagingPath(url))).length).toBeGreaterThanOrEqual(seenBytes);
    }, 10_000);
  const onDisk = it.skipIf(inStore);
  const stored = async (name: string) => {
    const [row] = await app.context.db.select().from(storedObjects).where(eq(storedObjects.fullPath, name));
    return row ?? null;
  };
  const contentOf = async (name: string) =>
    buffer((await app.context.storage.read((await stored(name))!.storageKey)).stream);

  describe("a small file in one request", () => {
    it("is stored with its metadata, and its scan proceeds", async () => {
      const bytes = randomFile(200 * KiB);
      const { name, scanId } = await announceScan(app, owner, bytes.length);
      const answer = await wire.multipart(name, bytes, { contentType: "model/ply", metadata: { camera: "left" } });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        name,
        bucket: "blueprint-local",
        size: String(bytes.length),
        contentType: "model/ply",
        metageneration: "1",
        metadata: { camera: "left" },
      });
      expect(answer.json.generation).toMatch(/^\d{16}$/);
      expect(Date.parse(String(answer.json.timeCreated))).toBeGreaterThan(Date.now() - 60_000);
      expect(answer.json.downloadTokens).toMatch(/^[\w-]{40,}$/);
      expect((await contentOf(name)).equals(bytes)).toBe(true);
      expect(await stateOfScan(app.context, scanId)).toBe("queued");
    });

    it("may be empty", async () => {
      const { name, scanId } = await announceScan(app, owner, 0);
      expect(await wire.multipart(name, Buffer.alloc(0))).toMatchObject({ status: 200, json: { size: "0" } });
      expect((await stored(name))?.md5Hash).toBe("1B2M2Y8AsgTpgAmY7PhCfg==");
      expect(await stateOfScan(app.context, scanId)).toBe("queued");
    });

    it("sent again after a lost response gets the same one", async () => {
      const bytes = randomFile(10 * KiB);
      const { name } = await announceScan(app, owner, bytes.length);
      const first = await wire.multipart(name, bytes);
      const second = await wire.multipart(name, bytes);
      expect(second).toMatchObject({ status: 200, json: { generation: first.json.generation } });
      const other = await wire.multipart(name, randomFile(10 * KiB));
      expect(other).toMatchObject({ status: 409, code: "upload-not-active" });
    });

    it.each([
      ["no boundary", "multipart/related", "x"],
      ["another boundary", "multipart/related; boundary=b", "--c\r\n\r\n{}\r\n--c\r\n\r\nx\r\n--c--"],
      ["no second part", "multipart/related; boundary=b", "--b\r\n\r\n{}\r\n--b--"],
      ["metadata that is no JSON", "multipart/related; boundary=b", "--b\r\n\r\n{nope\r\n--b\r\n\r\nx\r\n--b--"],
      ["an unclosed end", "multipart/related; boundary=b", "--b\r\n\r\n{}\r\n--b\r\n\r\nx"],
    ])("is refused with %s, and nothing is stored", async (_, contentType, body) => {
      const { name } = await announceScan(app, owner, 1);
      const answer = await wire.post(
        `/v0/b/blueprint-local/o?name=${encodeURIComponent(name)}`,
        { "x-goog-upload-protocol": "multipart", "content-type": contentType },
        body,
      );
      expect(answer).toMatchObject({ status: 400, code: "upload-metadata-invalid" });
      expect(await stored(name)).toBeNull();
    });

    it("may be large: its bytes are written to disk as they arrive", async () => {
      const bytes = randomFile(9 * MiB);
      const { name, scanId } = await announceScan(app, owner, bytes.length);
      expect(await wire.multipart(name, bytes)).toMatchObject({ status: 200, json: { size: String(bytes.length) } });
      expect((await contentOf(name)).equals(bytes)).toBe(true);
      expect(await stateOfScan(app.context, scanId)).toBe("queued");
    });

    it("is refused if it is large and lacks its closing line, and leaves nothing", async () => {
      const name = `users/${owner.userId}/cut`;
      const head = "--frontier\r\n\r\n{}\r\n--frontier\r\n\r\n";
      for (const end of ["\r\n--frontier--and more", "\r\n--another--", ""]) {
        const answer = await wire.post(
          `/v0/b/blueprint-local/o?name=${encodeURIComponent(name)}`,
          { "x-goog-upload-protocol": "multipart", "content-type": "multipart/related; boundary=frontier" },
          Buffer.concat([Buffer.from(head), randomFile(9 * MiB), Buffer.from(end)]),
        );
        expect(answer, end).toMatchObject({ status: 400, code: "upload-metadata-invalid" });
      }
      expect(await stored(name)).toBeNull();
      const started = await app.context.db.select().from(uploads).where(eq(uploads.fullPath, name));
      expect(started.map(({ state }) => state)).toEqual(["cancelled", "cancelled", "cancelled"]);
      for (const { id } of started) expect(existsSync(join(app.context.config.dataDir, "uploads", id))).toBe(false);
    });
  });

  describe("a file in chunks", () => {
    it("is stored byte for byte from chunks that grow", async () => {
      const bytes = randomFile(5 * MiB + 77);
      const { name, scanId } = await announceScan(app, owner, bytes.length);
      const started = await wire.start(name, bytes.length, { metadata: { contentType: "model/ply" } });
      expect(started).toMatchObject({ status: 200, uploadStatus: "active" });
      expect(started.headers.get("x-goog-upload-chunk-granularity")).toBe("262144");
      const url = started.headers.get("x-goog-upload-url")!;
      expect(url.startsWith(`${app.url}/v0/b/blueprint-local/o?`)).toBe(true);

      let offset = 0;
      for (let size = 256 * KiB; offset < bytes.length; size *= 2) {
        const end = Math.min(bytes.length, offset + size);
        const finalize = end === bytes.length;
        const answer = await wire.upload(url, offset, bytes.subarray(offset, end), { finalize });
        expect(answer).toMatchObject({ status: 200, uploadStatus: finalize ? "final" : "active", received: end });
        if (!finalize) expect(await stateOfScan(app.context, scanId)).toBe("uploading");
        offset = end;
      }
      expect((await contentOf(name)).equals(bytes)).toBe(true);
      expect(await stateOfScan(app.context, scanId)).toBe("queued");
      expect(await isStaged(url)).toBe(false);
      const [scan] = await app.context.db.select().from(scans).where(eq(scans.id, scanId));
      expect(scan?.originalKey).toBe((await stored(name))?.storageKey);
    });

    it("reports its offset, and continues from there", async () => {
      const bytes = randomFile(700 * KiB);
      const { name } = await announceScan(app, owner, bytes.length);
      const url = await wire.open(name, bytes.length);
      expect(await wire.command(url, "query")).toMatchObject({ status: 200, uploadStatus: "active", received: 0 });
      await wire.upload(url, 0, bytes.subarray(0, 256 * KiB));
      expect(await wire.command(url, "query")).toMatchObject({ uploadStatus: "active", received: 256 * KiB });
      await wire.upload(url, 256 * KiB, bytes.subarray(256 * KiB));
      const final = await wire.command(url, "finalize");
      expect(final).toMatchObject({ status: 200, uploadStatus: "final", json: { name } });
      expect(await wire.command(url, "query")).toMatchObject({ uploadStatus: "final", received: bytes.length });
      expect((await contentOf(name)).equals(bytes)).toBe(true);
    });

    it("finalized again gets the same response, and its scan is accepted once", async () => {
      const bytes = randomFile(300 * KiB);
      const { name } = await announceScan(app, owner, bytes.length);
      const url = await wire.open(name, bytes.length);
      const first = await wire.upload(url, 0, bytes, { finalize: true });
      const again = await wire.upload(url, 0, bytes, { finalize: true });
      const third = await wire.command(url, "finalize");
      expect(again).toMatchObject({ status: 200, uploadStatus: "final", json: first.json });
      expect(third).toMatchObject({ status: 200, uploadStatus: "final", json: first.json });
      expect(await wire.command(url, "cancel")).toMatchObject({ status: 409, code: "upload-not-active" });
    });

    it("may be empty", async () => {
      const { name } = await announceScan(app, owner, 0);
      const url = await wire.open(name, 0);
      expect(await wire.upload(url, 0, Buffer.alloc(0), { finalize: true })).toMatchObject({ uploadStatus: "final" });
      expect(await contentOf(name)).toHaveLength(0);
    });

    it("at a wrong offset gets the correct one, and nothing is accepted", async () => {
      const { name } = await announceScan(app, owner, MiB);
      const url = await wire.open(name, MiB);
      await wire.upload(url, 0, randomFile(256 * KiB));
      for (const offset of [0, 100, 512 * KiB]) {
        const answer = await wire.upload(url, offset, randomFile(1000));
        expect(answer).toMatchObject({ status: 409, code: "upload-wrong-offset", received: 256 * KiB });
        expect(answer.uploadStatus).toBe("active");
      }
    });

    it("accepts not a byte more than declared, and can still be finished", async () => {
      const bytes = randomFile(300 * KiB);
      const { name } = await announceScan(app, owner, bytes.length);
      const url = await wire.open(name, bytes.length);
      const tooMany = Buffer.concat([bytes, Buffer.from("x")]);
      const refused = { status: 400, code: "upload-size-changed" };
      expect(await wire.upload(url, 0, tooMany)).toMatchObject({ ...refused, received: 0 });
      // Without a declared length, the surplus shows only when it arrives; what fitted before it is kept.
      const slow = createSlowBody(tooMany.subarray(0, 256 * KiB));
      slow.end(tooMany.subarray(256 * KiB));
      const streamed = await wire.upload(url, 0, slow.stream);
      expect(streamed).toMatchObject(refused);
      expect(streamed.received).toBeLessThanOrEqual(bytes.length);
      const rest = await wire.upload(url, streamed.received!, bytes.subarray(streamed.received!), { finalize: true });
      expect(rest.uploadStatus).toBe("final");
      expect((await contentOf(name)).equals(bytes)).toBe(true);
    });

    it("whose size changed is refused, and received bytes are kept", async () => {
      const { name } = await announceScan(app, owner, MiB);
      expect(await wire.start(name, MiB + 1)).toMatchObject({ status: 400, code: "upload-size-changed" });
      const url = await wire.open(name, MiB);
      const refused = { status: 400, code: "upload-size-changed" };
      expect(await wire.upload(url, 0, randomFile(1000), { finalize: true })).toMatchObject({
        ...refused,
        received: 0,
      });
      await wire.upload(url, 0, randomFile(1000));
      expect(await wire.command(url, "finalize")).toMatchObject({ ...refused, received: 1000, uploadStatus: "active" });
    });

    it("when cancelled is gone, even in the middle of a chunk", async () => {
      const { name, scanId } = await announceScan(app, owner, MiB);
      const url = await wire.open(name, MiB);
      const slow = createSlowBody(randomFile(100 * KiB));
      const sending = wire.upload(url, 0, slow.stream).catch(() => "broken off");
      await vi.waitFor(async () => expect(await isStaged(url)).toBe(true));
      expect(await wire.command(url, "cancel")).toMatchObject({ status: 200, uploadStatus: "cancelled" });
      slow.end();
      await sending;
      expect(await isStaged(url)).toBe(false);
      expect(await wire.command(url, "query")).toMatchObject({ status: 200, uploadStatus: "cancelled" });
      expect(await wire.upload(url, 0, randomFile(10))).toMatchObject({ status: 409, code: "upload-not-active" });
      expect(await stateOfScan(app.context, scanId)).toBe("uploading");
    });

    it("keeps the received part of a chunk whose sender died", async () => {
      const bytes = randomFile(3 * seenBytes);
      const { name } = await announceScan(app, owner, bytes.length);
      const url = await wire.open(name, bytes.length);
      const slow = createSlowBody(bytes.subarray(0, 2 * seenBytes));
      const sending = wire.upload(url, 0, slow.stream).catch(() => "broken off");
      await arrivalOf(url);
      slow.fail();
      await sending;
      // More of what was sent may be taken in after the question: then the offset was wrong, and the sender asks again.
      await vi.waitFor(async () => {
        const { received } = await wire.command(url, "query");
        expect(received).toBeGreaterThanOrEqual(seenBytes);
        const rest = await wire.upload(url, received!, bytes.subarray(received!), { finalize: true });
        expect(rest).toMatchObject({ status: 200, uploadStatus: "final" });
      }, 10_000);
      expect((await contentOf(name)).equals(bytes)).toBe(true);
    });

    it("never mixes two senders: the second gets the true offset", async () => {
      const bytes = randomFile(2 * seenBytes);
      const { name } = await announceScan(app, owner, bytes.length);
      const url = await wire.open(name, bytes.length);
      const slow = createSlowBody(bytes.subarray(0, seenBytes + 5));
      const first = wire.upload(url, 0, slow.stream);
      await arrivalOf(url);
      const second = await wire.upload(url, 0, randomFile(2 * seenBytes), { finalize: true });
      expect(second).toMatchObject({ status: 409, code: "upload-wrong-offset", uploadStatus: "active" });
      slow.end();
      expect(await first).toMatchObject({ status: 200, received: seenBytes + 5 });
      await wire.upload(url, seenBytes + 5, bytes.subarray(seenBytes + 5), { finalize: true });
      expect((await contentOf(name)).equals(bytes)).toBe(true);
    });

    it("can be taken over from a sender that fell silent", async () => {
      const bytes = randomFile(2 * seenBytes);
      const { name } = await announceScan(app, owner, bytes.length);
      const url = await wire.open(name, bytes.length);
      const slow = createSlowBody(bytes.subarray(0, seenBytes + 5));
      const silent = wire.upload(url, 0, slow.stream).catch(() => "broken off");
      await arrivalOf(url);
      app.clock.advance(6_000);
      // The interruption keeps what the silent sender had sent, and the upload resumes there.
      const told = await wire.upload(url, 0, bytes, { finalize: true });
      expect(told).toMatchObject({ status: 409, code: "upload-wrong-offset", received: seenBytes + 5 });
      expect(await silent).toBe("broken off");
      await wire.upload(url, seenBytes + 5, bytes.subarray(seenBytes + 5), { finalize: true });
      expect((await contentOf(name)).equals(bytes)).toBe(true);
    });

    it("started again ends the older upload of the same scan", async () => {
      const { name } = await announceScan(app, owner, MiB);
      const older = await wire.open(name, MiB);
      const newer = await wire.open(name, MiB);
      expect(await wire.upload(older, 0, randomFile(10))).toMatchObject({ status: 409, code: "upload-not-active" });
      expect(await wire.upload(newer, 0, randomFile(10))).toMatchObject({ status: 200, received: 10 });
      expect(await isStaged(older)).toBe(false);
    });

    it("stops when its scan is cancelled meanwhile", async () => {
      const { name, scanId } = await announceScan(app, owner, MiB);
      const url = await wire.open(name, MiB);
      await app.context.db.update(scans).set({ state: "cancelled" }).where(eq(scans.id, scanId));
      expect(await wire.upload(url, 0, randomFile(MiB), { finalize: true })).toMatchObject({
        code: "upload-not-active",
      });
      expect(await stored(name)).toBeNull();
    });

    onDisk("continues from what the disk holds if that is less than the journal says", async () => {
      const bytes = randomFile(MiB);
      const { name } = await announceScan(app, owner, bytes.length);
      const url = await wire.open(name, bytes.length);
      await wire.upload(url, 0, bytes.subarray(0, 512 * KiB));
      await writeFile(stagingPath(url), bytes.subarray(0, 100));
      expect(await wire.command(url, "query")).toMatchObject({ received: 100 });
      await rm(stagingPath(url));
      expect(await wire.command(url, "query")).toMatchObject({ received: 0 });
      expect(await wire.upload(url, 0, bytes, { finalize: true })).toMatchObject({ uploadStatus: "final" });
      expect((await contentOf(name)).equals(bytes)).toBe(true);
    });

    it("is finished by the next finalize if the server died between storing it and responding", async () => {
      const bytes = randomFile(300 * KiB);
      const { name, scanId } = await announceScan(app, owner, bytes.length);
      const url = await wire.open(name, bytes.length);
      await wire.upload(url, 0, bytes);
      // What a crash leaves: the object in place, the upload still active.
      const key = `teams/${owner.personalTeamId}/scans/${scanId}/original/${idOf(url)}`;
      if (inStore) await app.context.storage.putBytes(key, bytes, { contentType: "model/ply" });
      else await app.context.storage.putFile(key, stagingPath(url), { contentType: "model/ply" });
      expect(await wire.command(url, "query")).toMatchObject({ uploadStatus: "active", received: bytes.length });
      expect(await wire.command(url, "finalize")).toMatchObject({ status: 200, uploadStatus: "final" });
      expect((await contentOf(name)).equals(bytes)).toBe(true);
      expect(await stateOfScan(app.context, scanId)).toBe("queued");
    });
  });

  describe("who may store what", () => {
    it("not without a session, and not from another site", async () => {
      const { name } = await announceScan(app, owner, 10);
      const anonymous = new WireClient(app.url, {});
      expect(await anonymous.start(name, 10)).toMatchObject({ status: 401, code: "unauthenticated" });
      const foreignSite = new WireClient(app.url, { cookie: owner.cookie, origin: "https://evil.example" });
      expect(await foreignSite.start(name, 10)).toMatchObject({ status: 403, code: "untrusted-origin" });
    });

    it.each(["Bearer", "Firebase"])("a program with a %s token too", async (scheme) => {
      const { name } = await announceScan(app, owner, 10);
      const authorization = owner.asProgram.authorization.replace("Bearer", scheme);
      const program = new WireClient(app.url, { authorization });
      expect(await program.multipart(name, randomFile(10))).toMatchObject({ status: 200 });
    });

    it("not in another team's place; viewers of the team may not, editors may", async () => {
      const { name } = await announceScan(app, owner, 10);
      const as = (person: TestPerson) => new WireClient(app.url, person.asProgram);
      const stranger = await app.buildPerson();
      expect(await as(stranger).start(name, 10)).toMatchObject({ status: 403, code: "unauthorized" });
      expect(await as(stranger).multipart(name, randomFile(10))).toMatchObject({ status: 403, code: "unauthorized" });
      const viewer = await app.buildMember(owner.personalTeamId, "viewer");
      expect(await as(viewer).start(name, 10)).toMatchObject({ status: 403, code: "forbidden" });
      const editor = await app.buildMember(owner.personalTeamId, "editor");
      expect(await as(editor).start(name, 10)).toMatchObject({ status: 200 });
    });

    it("an upload belongs to its owner, and a scan's also to the people in its team who may upload", async () => {
      const { name, scanId } = await announceScan(app, owner, 10);
      const ofScan = await wire.open(name, 10);
      const ofPerson = await wire.open(`users/${owner.userId}/notes.txt`, 10);
      const stranger = await app.buildPerson();
      const viewer = await app.buildMember(owner.personalTeamId, "viewer");
      const editor = await app.buildMember(owner.personalTeamId, "editor");
      const refused = [
        [viewer, ofScan],
        [stranger, ofScan],
        [editor, ofPerson],
      ] as const;
      for (const [person, url] of refused) {
        const theirs = new WireClient(app.url, person.asProgram);
        const unknown = { status: 404, code: "upload-not-found", received: null };
        for (const command of ["query", "finalize", "cancel"])
          expect(await theirs.command(url, command)).toMatchObject(unknown);
        expect(await theirs.upload(url, 0, randomFile(10))).toMatchObject(unknown);
      }
      const bytes = randomFile(10);
      await wire.upload(ofScan, 0, bytes.subarray(0, 4));
      const colleague = new WireClient(app.url, editor.asProgram);
      const last = await colleague.upload(ofScan, 4, bytes.subarray(4), { finalize: true });
      expect(last).toMatchObject({ status: 200, uploadStatus: "final" });
      expect((await contentOf(name)).equals(bytes)).toBe(true);
      expect(await stateOfScan(app.context, scanId)).toBe("queued");
    });

    it("the unfinished upload of a scan is found by people who may see the scan, without their own journal", async () => {
      const { name, scanId } = await announceScan(app, owner, 10);
      const ask = async (person: TestPerson) => (await person.api(getScanUpload, { params: { scanId } })).upload;
      expect(await ask(owner)).toBeNull();
      const started = await wire.start(name, 10, { metadata: { contentType: "model/ply" } });
      const url = started.headers.get("x-goog-upload-url")!;
      await wire.upload(url, 0, randomFile(4));
      app.clock.advance(6_000);
      const viewer = await app.buildMember(owner.personalTeamId, "viewer");
      const { pathname, search } = new URL(url);
      for (const person of [owner, viewer]) {
        expect(await ask(person)).toEqual({
          sessionPath: pathname + search,
          contentType: "model/ply",
          receivedBytes: 4,
          isReceiving: false,
        });
      }
      await expect(ask(await app.buildPerson())).rejects.toMatchObject({ code: "not-found" });

      const slow = createSlowBody(randomFile(2));
      const sending = wire.upload(url, 4, slow.stream);
      await vi.waitFor(async () => expect((await ask(owner))?.isReceiving).toBe(true));
      expect((await wire.command(url, "query")).headers.get("x-blueprint-receiving")).toBe("true");
      slow.end();
      await sending;
      await wire.command(url, "cancel");
      expect(await ask(owner)).toBeNull();
    });

    it("a revoked right ends a running upload", async () => {
      const editor = await app.buildMember(owner.personalTeamId, "editor");
      const { name } = await announceScan(app, owner, 10);
      const theirs = new WireClient(app.url, editor.asProgram);
      const url = await theirs.open(name, 10);
      await app.context
        .sql`delete from team_members where user_id = ${editor.userId} and team_id = ${owner.personalTeamId}`;
      expect(await theirs.upload(url, 0, randomFile(10), { finalize: true })).toMatchObject({ code: "unauthorized" });
    });

    it("a person's own files are stored under their id, and nobody else can reach them", async () => {
      const name = `users/${owner.userId}/notes/plan 1.txt`;
      expect(await wire.multipart(name, Buffer.from("first"))).toMatchObject({ status: 200, json: { name } });
      const older = await stored(name);
      expect(await wire.multipart(name, Buffer.from("second"))).toMatchObject({ status: 200 });
      expect(String(await contentOf(name))).toBe("second");
      expect((await stored(name))!.generation).toBeGreaterThan(older!.generation);
      expect(await app.context.storage.head(older!.storageKey)).toBeNull();
      const stranger = new WireClient(app.url, (await app.buildPerson()).asProgram);
      expect(await stranger.multipart(name, Buffer.from("mine"))).toMatchObject({ status: 403, code: "unauthorized" });
      expect(String(await contentOf(name))).toBe("second");
    });

    it.each([
      "",
      "/",
      "a//b",
      "/users/x",
      "users/../x",
      "users/./x",
      "x/",
      "a\u0000b",
      "line\nbreak",
      "x".repeat(10_000),
      "ü".repeat(513),
    ])("nothing is stored under the name %j", async (name) => {
      expect(await wire.start(name, 10)).toMatchObject({ status: 400, code: "upload-name-invalid" });
      expect(await wire.multipart(name, randomFile(1))).toMatchObject({ status: 400, code: "upload-name-invalid" });
    });

    it.each(["%FF", "hall%C3.ply", "%C0%AF", "%ED%A0%80"])(
      "a name that is not UTF-8 is refused: %s",
      async (ending) => {
        const query = `name=users%2F${owner.userId}%2F${ending}`;
        const answer = await wire.post(
          `/v0/b/blueprint-local/o?${query}`,
          {
            "content-type": "application/json",
            "x-goog-upload-protocol": "resumable",
            "x-goog-upload-command": "start",
            "x-goog-upload-header-content-length": "10",
          },
          "{}",
        );
        expect(answer).toMatchObject({ status: 400, code: "upload-name-invalid" });
      },
    );

    it.each(["anything", "users/someone/x", "teams/x/scans/y/original/z"])(
      "the name %j belongs to nobody",
      async (name) => {
        expect(await wire.start(name, 10)).toMatchObject({ status: 403, code: "unauthorized" });
      },
    );

    it("only in the existing bucket", async () => {
      const { name } = await announceScan(app, owner, 10);
      expect(await wire.start(name, 10, { bucket: "another" })).toMatchObject({ status: 404, code: "not-found" });
    });

    it("not for a scan that expects no original", async () => {
      for (const state of ["queued", "processing", "ready", "failed", "cancelled"] as const) {
        const { name } = await announceScan(app, owner, 10, { state });
        expect(await wire.start(name, 10)).toMatchObject({ status: 409, code: "upload-not-active" });
      }
      const { name } = await announceScan(app, owner, 10);
      expect(await wire.start(`${name}x`, 10)).toMatchObject({ status: 404, code: "not-found" });
    });
  });

  describe("invalid requests", () => {
    it.each([
      ["a size that is no number", "many"],
      ["a negative size", "-1"],
      ["a size with a fraction", "1.5"],
      ["a size beyond counting", "99999999999999999999"],
    ])("%s is refused", async (_, size) => {
      const { name } = await announceScan(app, owner, 10);
      expect(await wire.start(name, size)).toMatchObject({ status: 400, code: "invalid-input" });
    });

    it("invalid metadata is refused", async () => {
      const { name } = await announceScan(app, owner, 10);
      for (const metadata of ["{", "[]", '"text"', { contentType: 5 }, { contentType: "a\r\nset-cookie: b" }]) {
        expect(await wire.start(name, 10, { metadata })).toMatchObject({
          status: 400,
          code: "upload-metadata-invalid",
        });
      }
    });

    it("unknown uploads, commands and protocols are refused", async () => {
      const { name } = await announceScan(app, owner, 10);
      const url = await wire.open(name, 10);
      const unknown = { status: 404, code: "upload-not-found" };
      expect(await wire.command("/v0/b/blueprint-local/o?upload_id=nonsense", "query")).toMatchObject(unknown);
      const other = new URL(url);
      other.searchParams.set("upload_id", app.context.ids.uuid());
      expect(await wire.command(other.href, "query")).toMatchObject(unknown);
      expect(await wire.command(url, "dance")).toMatchObject({ status: 400, code: "invalid-input" });
      expect(await wire.post(url, { "x-goog-upload-command": "upload" }, "x")).toMatchObject({ code: "invalid-input" });
      expect(await wire.post("/v0/b/blueprint-local/o?name=x", {}, "x")).toMatchObject({ code: "invalid-input" });
    });
  });

  describe("the sender's hash", () => {
    const mismatch = { status: 400, code: "upload-chunk-hash-mismatch" };
    let bytes: Buffer<ArrayBuffer>;
    let damaged: Buffer<ArrayBuffer>;
    let name: string;
    let url: string;
    beforeEach(async () => {
      bytes = randomFile(2400 * KiB);
      damaged = Buffer.from(bytes);
      damaged[600 * KiB]! ^= 1;
      ({ name } = await announceScan(app, owner, bytes.length));
      url = await wire.open(name, bytes.length);
    });
    const provable = async (end: number) => ({ contentHash: await contentHashOf(bytes.subarray(0, end)) });

    it("a damaged chunk is dropped, back to the last proven byte, and accepted when it is sent again", async () => {
      const first = await wire.upload(url, 0, bytes.subarray(0, 512 * KiB), await provable(512 * KiB));
      expect(first).toMatchObject({ status: 200, received: 512 * KiB, proven: 512 * KiB });
      const last = { finalize: true, ...(await provable(bytes.length)) };
      const refused = await wire.upload(url, 512 * KiB, damaged.subarray(512 * KiB), last);
      expect(refused).toMatchObject({ ...mismatch, uploadStatus: "active", received: 512 * KiB, proven: 512 * KiB });
      expect(await wire.command(url, "query")).toMatchObject({ received: 512 * KiB, proven: 512 * KiB });
      const again = await wire.upload(url, 512 * KiB, bytes.subarray(512 * KiB), last);
      expect(again).toMatchObject({ status: 200, uploadStatus: "final" });
      expect((await contentOf(name)).equals(bytes)).toBe(true);
      expect((await stored(name))?.contentHash).toBe(last.contentHash);
    });

    onDisk("damage in an interrupted chunk is detected at the end of the next one", async () => {
      await wire.upload(url, 0, bytes.subarray(0, 256 * KiB), await provable(256 * KiB));
      const slow = createSlowBody(damaged.subarray(256 * KiB, 1700 * KiB));
      const sending = wire.upload(url, 256 * KiB, slow.stream, await provable(bytes.length)).catch(() => "broken off");
      await vi.waitFor(async () => expect((await readFile(stagingPath(url))).length).toBeGreaterThan(MiB));
      slow.fail();
      await sending;
      const { received, proven } = await vi.waitFor(async () => {
        const answer = await wire.command(url, "query");
        expect(answer.received).toBe(1700 * KiB);
        return answer;
      });
      expect(proven).toBe(256 * KiB);
      const last = { finalize: true, ...(await provable(bytes.length)) };
      const refused = await wire.upload(url, received!, bytes.subarray(received!), last);
      expect(refused).toMatchObject({ ...mismatch, received: 256 * KiB });
      await wire.upload(url, 256 * KiB, bytes.subarray(256 * KiB), last);
      expect((await contentOf(name)).equals(bytes)).toBe(true);
    });

    it("a chunk may end in the middle of a block: the next one proves both", async () => {
      expect(await wire.upload(url, 0, bytes.subarray(0, 1000), await provable(1000))).toMatchObject({ status: 200 });
      const last = { finalize: true, ...(await provable(bytes.length)) };
      expect(await wire.upload(url, 1000, bytes.subarray(1000), last)).toMatchObject({ uploadStatus: "final" });
      expect((await stored(name))?.contentHash).toBe(last.contentHash);
    });

    it("bytes sent without a hash are verified by the finalize command, from the disk", async () => {
      await wire.upload(url, 0, damaged);
      const finalize = async () =>
        wire.post(url, {
          "x-goog-upload-command": "finalize",
          "x-blueprint-content-chain": (await provable(bytes.length)).contentHash,
        });
      expect(await finalize()).toMatchObject({ ...mismatch, received: 0 });
      await wire.upload(url, 0, bytes);
      expect(await finalize()).toMatchObject({ status: 200, uploadStatus: "final" });
    });

    it("a small file in one request is verified too", async () => {
      const small = bytes.subarray(0, 2000);
      const target = `users/${owner.userId}/small`;
      const header = { "x-blueprint-content-chain": await contentHashOf(small) };
      expect(await wire.multipart(target, damaged.subarray(1, 2001), {}, header)).toMatchObject(mismatch);
      expect(await stored(target)).toBeNull();
      expect(await wire.multipart(target, small, {}, header)).toMatchObject({ status: 200 });
      expect(await stored(target)).toMatchObject({
        contentHash: header["x-blueprint-content-chain"],
        sha256: createHash("sha256").update(small).digest("hex"),
      });
    });

    it("an invalid hash is refused before a byte is accepted", async () => {
      const answer = await wire.upload(url, 0, bytes, { contentHash: "XYZ" });
      expect(answer).toMatchObject({ status: 400, code: "invalid-input", received: 0 });
    });

    onDisk("the stored file is compared once more, and its SHA-256 recorded", async () => {
      await wire.upload(url, 0, bytes, { finalize: true, ...(await provable(bytes.length)) });
      const { storageKey } = (await stored(name))!;
      const path = join(app.context.config.dataDir, "objects", storageKey);
      await writeFile(path, damaged);
      await expect(hashStoredObject(app.context, storageKey)).rejects.toThrow("is not what was sent");
      expect(await stored(name)).toMatchObject({ sha256: null });
      await writeFile(path, bytes);
      await hashStoredObject(app.context, storageKey);
      expect((await stored(name))?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    });
  });

  describe("room", () => {
    it("beyond the team's storage is refused before a byte is sent", async () => {
      const small = await createTestApp({ config: { storageBytesMax: MiB } });
      try {
        const person = await small.buildPerson();
        const theirs = new WireClient(small.url, person.asProgram);
        const quota = { status: 402, code: "storage-quota-exceeded" };
        const fits = await announceScan(small, person, MiB);
        expect(await theirs.start(fits.name, MiB)).toMatchObject({ status: 200 });
        expect(await theirs.start(`users/${person.userId}/more`, 1)).toMatchObject(quota);
        expect(await theirs.multipart(`users/${person.userId}/more`, randomFile(1))).toMatchObject(quota);
        const tooMuch = await announceScan(small, person, 1);
        expect(await theirs.start(tooMuch.name, 1)).toMatchObject(quota);
        // More than any disk has: the answer names the quota.
        expect(await theirs.start(`users/${person.userId}/more`, 2 ** 50)).toMatchObject(quota);
        expect(await readdir(join(small.context.config.dataDir, "uploads"))).toHaveLength(1);
      } finally {
        await small.close();
      }
    });

    it("the operator's limit for unfinished uploads is enforced", async () => {
      const small = await createTestApp({ config: { stagingBytesMax: MiB, logLevel: "silent" } });
      try {
        const person = await small.buildPerson();
        const theirs = new WireClient(small.url, person.asProgram);
        const full = { status: 503, code: "uploads-waiting" };
        const huge = await theirs.start(`users/${person.userId}/huge`, 2 * MiB);
        expect(huge).toMatchObject({ status: 413, code: "payload-too-large" });
        const [one, two] = [`users/${person.userId}/one`, `users/${person.userId}/two`];
        const [first, second] = [randomFile(800 * KiB), randomFile(800 * KiB)];
        const firstUrl = await theirs.open(one, first.length);
        const secondUrl = await theirs.open(two, second.length);
        await theirs.upload(firstUrl, 0, first);
        await theirs.upload(secondUrl, 0, second.subarray(0, 200 * KiB));
        expect(await theirs.upload(secondUrl, 200 * KiB, second.subarray(200 * KiB))).toMatchObject({
          ...full,
          received: 200 * KiB,
        });
        // Once the first one is finished, there is room again.
        await theirs.command(firstUrl, "finalize");
        expect(await theirs.upload(secondUrl, 200 * KiB, second.subarray(200 * KiB), { finalize: true })).toMatchObject(
          {
            status: 200,
            uploadStatus: "final",
          },
        );
      } finally {
        await small.close();
      }
    });
  });

  const canMount = process.platform === "linux" && process.getuid?.() === 0;

  describe.skipIf(!canMount)("a disk that fills up during an upload (needs root to mount a small one)", () => {
    let dataDir: string;
    let small: TestApp;
    beforeEach(async () => {
      dataDir = await mkdtemp(join(tmpdir(), "blueprint-full-"));
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "none", dataDir]);
      small = await createTestApp({ config: { dataDir, logLevel: "silent" } });
    });
    afterEach(async () => {
      await small.close();
      execFileSync("umount", [dataDir]);
      await rm(dataDir, { recursive: true, force: true });
    });

    it("reports it, keeps what was confirmed, and continues once there is room", async () => {
      const person = await small.buildPerson();
      const theirs = new WireClient(small.url, person.asProgram);
      const full = { status: 507, code: "storage-full" };
      const bytes = randomFile(6 * MiB);
      const name = `users/${person.userId}/hall.ply`;
      expect(await theirs.start(name, 9 * MiB)).toMatchObject(full);
      const url = await theirs.open(name, bytes.length);
      await theirs.upload(url, 0, bytes.subarray(0, 2 * MiB));
      await mkdir(join(dataDir, "other"));
      await writeFile(join(dataDir, "other", "filler"), Buffer.alloc(4 * MiB));
      const stopped = await theirs.upload(url, 2 * MiB, bytes.subarray(2 * MiB), { finalize: true });
      expect(stopped).toMatchObject({ ...full, uploadStatus: "active" });
      expect(stopped.received).toBeGreaterThanOrEqual(2 * MiB);
      expect(stopped.received).toBeLessThan(bytes.length);
      await rm(join(dataDir, "other"), { recursive: true });
      const from = (await theirs.command(url, "query")).received!;
      expect(await theirs.upload(url, from, bytes.subarray(from), { finalize: true })).toMatchObject({
        status: 200,
        uploadStatus: "final",
      });
      const [row] = await small.context.db.select().from(storedObjects).where(eq(storedObjects.fullPath, name));
      expect((await buffer((await small.context.storage.read(row!.storageKey)).stream)).equals(bytes)).toBe(true);
    });
  });

  describe("cleaning up", () => {
    it("deletes uploads without a byte for a week, with their files, and nothing else", async () => {
      const idle = await announceScan(app, owner, MiB);
      const idleUrl = await wire.open(idle.name, MiB);
      await wire.upload(idleUrl, 0, randomFile(1000));
      const done = `users/${owner.userId}/done`;
      await wire.multipart(done, Buffer.from("kept"));
      app.clock.advance(6.9 * dayMs);
      const bytes = randomFile(1000);
      const busy = `users/${owner.userId}/busy`;
      // The test's sign-in lasts a day; this is the same user, a week later.
      const later = new WireClient(app.url, (await app.signIn(owner)).asProgram);
      const busyUrl = await later.open(busy, bytes.length);
      await later.upload(busyUrl, 0, bytes.subarray(0, 500));
      app.clock.advance(0.2 * dayMs);

      expect(await removeIdleUploads(app.context)).toBeGreaterThanOrEqual(2);
      expect(await isStaged(idleUrl)).toBe(false);
      expect(await later.command(idleUrl, "query")).toMatchObject({ status: 404, code: "upload-not-found" });
      expect(String(await contentOf(done))).toBe("kept");
      expect(await later.upload(busyUrl, 500, bytes.subarray(500), { finalize: true })).toMatchObject({ status: 200 });
      expect(await removeIdleUploads(app.context)).toBe(0);
    });

    onDisk("removes staging files without a running upload, and objects without a row", async () => {
      const { name, scanId } = await announceScan(app, owner, 4);
      const later = new WireClient(app.url, (await app.signIn(owner)).asProgram);
      const url = await later.open(name, 4);
      const key = `teams/${owner.personalTeamId}/scans/${scanId as ScanId}/original/${idOf(url)}`;
      await app.context.storage.putBytes(key, Buffer.from("half"), { contentType: "model/ply" });
      const orphan = join(app.context.config.dataDir, "uploads", app.context.ids.uuid());
      await writeFile(orphan, "left");
      app.clock.advance(8 * dayMs);
      await removeIdleUploads(app.context);
      expect(existsSync(orphan)).toBe(false);
      expect(await app.context.storage.head(key)).toBeNull();
      const rows = await app.context.db
        .select()
        .from(uploads)
        .where(eq(uploads.id, idOf(url)));
      expect(rows).toEqual([]);
    });
  });

  describe("the response to a finished upload", () => {
    const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");
    const bytes = randomFile(5 * MiB + 77);
    const md5Hash = md5Of(bytes);
    let name: string;
    let program: WireClient;
    let url: string;

    beforeEach(async () => {
      // The clock may be a week ahead by now.
      program = new WireClient(app.url, (await app.signIn(owner)).asProgram);
      name = `users/${owner.userId}/hashed`;
      url = await program.open(name, bytes.length);
    });
    const finish = (from: number) => program.upload(url, from, bytes.subarray(from), { finalize: true });

    it("contains the MD5 of a file in chunks, also when repeated", async () => {
      await program.upload(url, 0, bytes.subarray(0, 256 * KiB));
      await program.upload(url, 256 * KiB, bytes.subarray(256 * KiB, 768 * KiB));
      const answer = await finish(768 * KiB);
      expect(answer).toMatchObject({ status: 200, uploadStatus: "final", json: { md5Hash } });
      expect((await finish(768 * KiB)).json).toEqual(answer.json);
      expect(await program.command(url, "finalize")).toMatchObject({ json: { md5Hash } });
      expect(await stored(name)).toMatchObject({ md5Hash, sha256: null });
    });

    it("contains it after the finalize command, and for clients that ask for the offset", async () => {
      await program.upload(url, 0, bytes);
      expect(await program.command(url, "finalize")).toMatchObject({ json: { md5Hash } });
      expect(await program.command(url, "query")).toMatchObject({ uploadStatus: "final", json: { md5Hash } });
    });

    it("contains it for small and large files in one request, and for empty ones", async () => {
      const large = randomFile(9 * MiB);
      for (const whole of [Buffer.alloc(0), randomFile(10 * KiB), large])
        expect(await program.multipart(name, whole)).toMatchObject({ status: 200, json: { md5Hash: md5Of(whole) } });
    });

    it("contains that of the remaining bytes when a damaged chunk was sent again", async () => {
      const half = 4 * MiB;
      await program.upload(url, 0, bytes.subarray(0, half), {
        contentHash: await contentHashOf(bytes.subarray(0, half)),
      });
      const damaged = Buffer.from(bytes.subarray(half)).fill(0);
      const contentHash = await contentHashOf(bytes);
      const refused = await program.upload(url, half, damaged, { contentHash, finalize: true });
      expect(refused).toMatchObject({ code: "upload-chunk-hash-mismatch", received: half });
      expect(await program.upload(url, half, bytes.subarray(half), { contentHash, finalize: true })).toMatchObject({
        json: { md5Hash },
      });
    });

    it("contains it when only the storage has the bytes, after a crash", async () => {
      await program.upload(url, 0, bytes);
      const key = `users/${owner.userId}/${idOf(url)}`;
      if (inStore) await app.context.storage.putBytes(key, bytes, { contentType: "model/ply" });
      else await app.context.storage.putFile(key, stagingPath(url), { contentType: "model/ply" });
      if (!inStore) expect(await isStaged(url)).toBe(false);
      expect(await program.command(url, "finalize")).toMatchObject({ json: { md5Hash } });
    });
  });

  describe("the hashes of a stored file", () => {
    it("are recorded by its job: without a sender's hash, the MD5 too", async () => {
      const bytes = randomFile(MiB);
      const name = `users/${owner.userId}/hashed`;
      const later = new WireClient(app.url, (await app.signIn(owner)).asProgram);
      const url = await later.open(name, bytes.length);
      await later.upload(url, 0, bytes, { finalize: true });
      const { storageKey } = (await stored(name))!;
      await app.context.db.update(storedObjects).set({ md5Hash: null }).where(eq(storedObjects.storageKey, storageKey));
      await hashStoredObject(app.context, storageKey);
      expect(await stored(name)).toMatchObject({
        md5Hash: createHash("md5").update(bytes).digest("base64"),
        sha256: createHash("sha256").update(bytes).digest("hex"),
      });
    });
  });
});
