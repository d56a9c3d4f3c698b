import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { receivingHeader } from "@blueprint/contract/content-hash";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { stagedUploads, storedObjects } from "../../db/schema/uploads.ts";
import {
  contentHashOf,
  createSlowBody,
  randomFile,
  WireClient,
} from "../../features/uploads/testing/upload-test-world.ts";
import { removeIdleUploads } from "../../features/uploads/uploads.jobs.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import type { MultipartStore } from "../storage/object-storage.ts";
import { hasTestS3, startTestS3, type TestS3, testS3Needs } from "../storage/testing/test-s3.ts";

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

  it("are put together from parts of whatever the sender's chunks were, and leave nothing behind", async () => {
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
    // What arrived of the damaged chunk depends on the network; a last byte of it makes sure.
    const refused = await wire.upload(url, received, Buffer.from(damaged.subarray(received - proven)), whole);
    expect(refused).toMatchObject({ code: "upload-chunk-hash-mismatch", received: proven, proven });
    const answer = await wire.upload(url, proven, bytes.subarray(proven), whole);
    expect(answer).toMatchObject({ uploadStatus: "final", json: { md5Hash } });
    expect((await contentOf("damaged")).equals(bytes)).toBe(true);
  });

  it("begin again when the store lost them, as after a restored database", async () => {
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

  it("are finished when the server died between completing the object and recording it", async () => {
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

  it("leave no part when they are cancelled in the middle of a chunk, or left for a week", async () => {
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
