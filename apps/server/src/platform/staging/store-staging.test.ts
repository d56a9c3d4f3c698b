import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { receivingHeader } from "@blueprint/contract/content-hash";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { stagedParts, stagedUploads, storedObjects } from "../../db/schema/uploads.ts";
import {
  contentHashOf,
  createSlowBody,
  randomFile,
  WireClient,
} from "../../features/uploads/testing/upload-test-world.ts";
import { removeIdleUploads, sweepStagedFiles } from "../../features/uploads/uploads.jobs.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import type { MultipartStore } from "../storage/object-storage.ts";
import { hasTestS3, startTestS3, type TestS3, testS3Needs } from "../storage/testing/test-s3.ts";
import { StoreStaging } from "./store-staging.ts";

const MiB = 1024 * 1024;
const dayMs = 24 * 3_600_000;

describe.skipIf(!hasTestS3)(`uploads staged in an object store (${testS3Needs})`, () => {
  let s3: TestS3;
  let app: TestApp;
  let owner: TestPerson;
  let wire: WireClient;
  let multipart: MultipartStore;
  beforeAll(async () => {
    s3 = await startTestS3();
    app = await createTestApp({ config: { storageUrl: s3.url } });
    owner = await app.buildPerson();
    wire = new WireClient(app.url, owner.asProgram);
    multipart = app.context.storage.multipart as MultipartStore;
  });
  afterAll(async () => {
    await app.close();
    await s3.stop();
  });

  const bytes = randomFile(13 * MiB + 77);
  const md5Hash = createHash("md5").update(bytes).digest("base64");
  const idOf = (url: string) => new URL(url).searchParams.get("upload_id") ?? "";
  const open = (name: string) => wire.open(`users/${owner.userId}/${name}`, bytes.length);
  const contentOf = async (name: string) => {
    const fullPath = `users/${owner.userId}/${name}`;
    const [row] = await app.context.db.select().from(storedObjects).where(eq(storedObjects.fullPath, fullPath));
    return buffer((await app.context.storage.read(row?.storageKey ?? "")).stream);
  };
  const listTails = async () => {
    const keys: string[] = [];
    for await (const { key } of app.context.storage.list("uploads/")) keys.push(key);
    return keys;
  };
  const listMultiparts = async () => {
    const keys: string[] = [];
    for await (const { key } of multipart.list()) keys.push(key);
    return keys;
  };
  const firstPartOf = (url: string) =>
    vi.waitFor(async () => {
      const [row] = await app.context.db
        .select()
        .from(stagedUploads)
        .where(eq(stagedUploads.uploadId, idOf(url)));
      expect(row?.multipartId).toBeTruthy();
    }, 10_000);

  it("are assembled from equal parts, whatever the sender's chunks, and leave nothing behind", async () => {
    const url = await open("chunks");
    const ends = [100, 5 * MiB, 5 * MiB + 1, 7 * MiB, 12 * MiB, bytes.length];
    let from = 0;
    for (const to of ends) {
      const answer = await wire.upload(url, from, bytes.subarray(from, to), { finalize: to === bytes.length });
      expect(answer).toMatchObject({ status: 200, received: to });
      from = to;
      expect((await listTails()).length).toBeLessThanOrEqual(1);
    }
    expect((await wire.command(url, "query")).json).toMatchObject({ md5Hash });
    expect((await contentOf("chunks")).equals(bytes)).toBe(true);
    expect(await listTails()).toEqual([]);
    expect(await listMultiparts()).toEqual([]);
  });

  it("go back to what was proven when an interrupted chunk turns out to be damaged, even within a part", async () => {
    const url = await open("damaged");
    const proven = 6 * MiB;
    const proof = { contentHash: await contentHashOf(bytes.subarray(0, proven)) };
    await wire.upload(url, 0, bytes.subarray(0, proven), proof);
    const damaged = Buffer.from(bytes.subarray(proven)).fill(7);
    const slow = createSlowBody(damaged.subarray(0, 5 * MiB));
    const sending = wire.upload(url, proven, slow.stream).catch(() => "broken off");
    const isReceiving = async () => (await wire.command(url, "query")).headers.get(receivingHeader) === "true";
    await expect.poll(isReceiving).toBe(true);
    slow.fail();
    await sending;
    await expect.poll(isReceiving).toBe(false);
    const received = (await wire.command(url, "query")).received ?? 0;
    const whole = { finalize: true, contentHash: await contentHashOf(bytes) };
    // How much of the damaged chunk arrived depends on the network. Now the rest of it follows.
    const refused = await wire.upload(url, received, Buffer.from(damaged.subarray(received - proven)), whole);
    expect(refused).toMatchObject({ code: "upload-chunk-hash-mismatch", received: proven, proven });
    const answer = await wire.upload(url, proven, bytes.subarray(proven), whole);
    expect(answer).toMatchObject({ uploadStatus: "final", json: { md5Hash } });
    expect((await contentOf("damaged")).equals(bytes)).toBe(true);
  });

  it("start over when the store has lost their parts", async () => {
    const url = await open("lost");
    await wire.upload(url, 0, bytes.subarray(0, 11 * MiB));
    const [row] = await app.context.db
      .select()
      .from(stagedUploads)
      .where(eq(stagedUploads.uploadId, idOf(url)));
    await multipart.abort({ key: row?.storageKey ?? "", multipartId: row?.multipartId ?? "" });
    const refused = await wire.upload(url, 11 * MiB, bytes.subarray(11 * MiB), { finalize: true });
    expect(refused).toMatchObject({ status: 409, code: "upload-wrong-offset", received: 0 });
    expect(await wire.upload(url, 0, bytes, { finalize: true })).toMatchObject({ json: { md5Hash } });
    expect((await contentOf("lost")).equals(bytes)).toBe(true);
  });

  it("are finished if the server died between completing the object and recording it", async () => {
    const url = await open("died");
    await wire.upload(url, 0, bytes);
    const [row] = await app.context.db
      .select()
      .from(stagedUploads)
      .where(eq(stagedUploads.uploadId, idOf(url)));
    const object = { key: row?.storageKey ?? "", multipartId: row?.multipartId ?? "" };
    await multipart.abort(object);
    await app.context.storage.putBytes(object.key, bytes, { contentType: "model/ply" });
    expect(await wire.command(url, "finalize")).toMatchObject({ uploadStatus: "final", json: { md5Hash } });
    expect((await contentOf("died")).equals(bytes)).toBe(true);
  });

  it("lose no part when the database fails in the middle of a chunk", async () => {
    const { context } = app;
    const sizeBytes = 47 * MiB;
    const file = {
      id: idOf(await wire.open(`users/${owner.userId}/failing`, sizeBytes)),
      sizeBytes,
      storageKey: `users/${owner.userId}/failing`,
      contentType: "model/ply",
    };
    const staging = new StoreStaging(context.db, context.storage, multipart, undefined);
    expect(await staging.lease.take(file.id, false)).toBe(true);
    const offsets: number[] = [];
    const receiving = staging.receive(file, Readable.from(Array.from({ length: 47 }, () => randomFile(MiB))), {
      offset: 0,
      isLast: false,
      followMd5: true,
      onBytes: () => {},
      isGenuine: () => true,
      journal: async (offset, record) => {
        offsets.push(offset);
        if (offsets.length === 1) throw new Error("the database is away");
        await context.db.transaction(async (tx) => record?.(tx, false));
      },
    });
    await expect(receiving).rejects.toThrow("the database is away");
    expect(offsets[0]).toBeGreaterThan(32 * MiB);
    const [row] = await context.db.select().from(stagedUploads).where(eq(stagedUploads.uploadId, file.id));
    const parts = await context.db.select().from(stagedParts).where(eq(stagedParts.uploadId, file.id));
    expect(row?.received.bytes).toBe(offsets.at(-1));
    const numbers = parts.map(({ number }) => number).sort((one, other) => one - other);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers).toHaveLength((offsets.at(-1) ?? 0) / (5 * MiB));
    await staging.remove(file.id);
  });

  it("are not stored by a server that was frozen while another took over", async () => {
    const { context } = app;
    const name = `users/${owner.userId}/frozen`;
    const id = idOf(await wire.open(name, 3));
    const file = { id, sizeBytes: 3, storageKey: `users/${owner.userId}/${id}`, contentType: "model/ply" };
    const [frozen, other] = [0, 1].map(() => new StoreStaging(context.db, context.storage, multipart, undefined));
    expect(await frozen?.lease.take(id, false)).toBe(true);
    expect(await other?.lease.take(id, false)).toBe(false);
    expect(await other?.lease.take(id, true)).toBe(true);
    await other?.store(file, Buffer.from("new"));
    await expect(frozen?.store(file, Buffer.from("old"))).rejects.toMatchObject({ code: "upload-wrong-offset" });
    expect(String(await buffer((await context.storage.read(file.storageKey)).stream))).toBe("new");
  });

  it("take the place of files in the data folder, which are removed at the start", async () => {
    const folder = join(app.context.config.dataDir, "uploads");
    const left = join(folder, app.context.ids.uuid());
    await mkdir(folder, { recursive: true });
    await writeFile(left, "half");
    expect(await sweepStagedFiles(app.context)).toEqual({ files: 1, bytes: 4 });
    expect(existsSync(left)).toBe(false);
  });

  it("leave no parts when they are cancelled in the middle of a chunk, or idle for a week", async () => {
    const cancelled = await open("cancelled");
    const slow = createSlowBody(bytes.subarray(0, 7 * MiB));
    const sending = wire.upload(cancelled, 0, slow.stream).catch(() => "broken off");
    await firstPartOf(cancelled);
    expect(await wire.command(cancelled, "cancel")).toMatchObject({ uploadStatus: "cancelled" });
    slow.end();
    await sending;
    const idle = await open("idle");
    await wire.upload(idle, 0, bytes.subarray(0, 7 * MiB));
    const orphan = `uploads/${app.context.ids.uuid()}/1-3`;
    await app.context.storage.putBytes(orphan, Buffer.from("abc"), { contentType: "application/octet-stream" });
    expect(await listMultiparts()).toHaveLength(1);
    const tails = (await listTails()).map((key) => key.split("/")[1]);
    expect(tails).toContain(idOf(idle));
    expect(tails).toContain(orphan.split("/")[1]);
    expect(tails).not.toContain(idOf(cancelled));
    app.clock.advance(8 * dayMs);
    expect(await removeIdleUploads(app.context)).toBeGreaterThanOrEqual(1);
    expect(await listMultiparts()).toEqual([]);
    expect(await listTails()).toEqual([]);
  });
});
