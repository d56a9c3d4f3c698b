import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ByteRange, ObjectStorage } from "./object-storage.ts";

const contentType = "application/octet-stream";

/** What every driver must do. Works below its own folder, so a shared bucket is fine. */
export function itBehavesLikeObjectStorage(open: () => Promise<ObjectStorage>): void {
  let storage: ObjectStorage;
  let folder: string;
  let localDir: string;

  beforeEach(async () => {
    storage = await open();
    folder = `suite/${randomUUID()}/`;
    localDir = await mkdtemp(join(tmpdir(), "blueprint-storage-"));
  });

  afterEach(async () => {
    await storage.deletePrefix(folder);
    await rm(localDir, { recursive: true, force: true });
  });

  const readBack = async (key: string, range?: ByteRange) => buffer((await storage.read(key, range)).stream);
  const keysOf = async (prefix: string) => {
    const keys = [];
    for await (const { key } of storage.list(prefix)) keys.push(key);
    return keys;
  };

  it("gives back the bytes it was given", async () => {
    const bytes = Buffer.from("a room, two doors");
    await storage.putBytes(`${folder}room`, bytes, { contentType });
    const read = await storage.read(`${folder}room`);
    expect(read.sizeBytes).toBe(bytes.length);
    expect(await buffer(read.stream)).toEqual(bytes);
  });

  it("adopts a file larger than one part, byte for byte, and leaves nothing at its old place", async () => {
    const localPath = join(localDir, "scan");
    const bytes = Buffer.alloc(37 * 1024 * 1024 + 11);
    for (let at = 0; at < bytes.length; at += 4096) bytes.writeUInt32LE(at, Math.min(at, bytes.length - 4));
    await writeFile(localPath, bytes);
    await storage.putFile(`${folder}deep/er/scan`, localPath, { contentType });
    expect(existsSync(localPath)).toBe(false);
    expect((await readBack(`${folder}deep/er/scan`)).equals(bytes)).toBe(true);
  });

  it("copies an object, whichever of the two is deleted later", async () => {
    const bytes = Buffer.from("a room, two doors");
    await storage.putBytes(`${folder}room`, bytes, { contentType });
    await storage.copy(`${folder}room`, `${folder}deep/er/copy`, { contentType });
    await storage.delete(`${folder}room`);
    expect(await readBack(`${folder}deep/er/copy`)).toEqual(bytes);
    const missing = storage.copy(`${folder}room`, `${folder}other`, { contentType });
    await expect(missing).rejects.toMatchObject({ code: "not-found" });
    expect(await storage.head(`${folder}other`)).toBeNull();
  });

  it("keeps an empty file", async () => {
    const localPath = join(localDir, "empty");
    await writeFile(localPath, "");
    await storage.putFile(`${folder}empty`, localPath, { contentType });
    expect((await storage.head(`${folder}empty`))?.sizeBytes).toBe(0);
    expect(await readBack(`${folder}empty`)).toHaveLength(0);
    expect(await readBack(`${folder}empty`, { start: 0, end: 10 })).toHaveLength(0);
  });

  it("reads ranges whose end is exclusive and clamped", async () => {
    await storage.putBytes(`${folder}digits`, Buffer.from("0123456789"), { contentType });
    expect(String(await readBack(`${folder}digits`, { start: 2, end: 5 }))).toBe("234");
    expect(String(await readBack(`${folder}digits`, { start: 8, end: 500 }))).toBe("89");
    expect(String(await readBack(`${folder}digits`, { start: 10, end: 12 }))).toBe("");
    expect((await storage.read(`${folder}digits`, { start: 3, end: 3 })).sizeBytes).toBe(10);
  });

  it("answers while many slow readers hold an object open", async () => {
    await storage.putBytes(`${folder}long`, Buffer.alloc(2 * 1024 * 1024, 7), { contentType });
    const slow = await Promise.all(
      Array.from(
        { length: 64 },
        async () => (await storage.read(`${folder}long`, { start: 1, end: 2_000_000 })).stream,
      ),
    );
    try {
      expect(String(await readBack(`${folder}long`, { start: 0, end: 3 }))).toBe("\u0007\u0007\u0007");
    } finally {
      for (const stream of slow) stream.destroy();
    }
  });

  it("replaces an object whole", async () => {
    await storage.putBytes(`${folder}note`, Buffer.from("a longer first text"), { contentType });
    await storage.putBytes(`${folder}note`, Buffer.from("second"), { contentType });
    expect(String(await readBack(`${folder}note`))).toBe("second");
  });

  it("says when something is not there, and deletes it without complaint", async () => {
    expect(await storage.head(`${folder}nothing`)).toBeNull();
    await expect(storage.read(`${folder}nothing`)).rejects.toMatchObject({ code: "not-found" });
    await storage.delete(`${folder}nothing`);
    await storage.deletePrefix(`${folder}nothing/`);
    expect(await keysOf(`${folder}nothing/`)).toEqual([]);
  });

  it("lists in the order of keys and deletes one or a whole folder, nothing beside it", async () => {
    for (const name of ["b/two", "a", "b/one", "b-side", "c/d/e"]) {
      await storage.putBytes(folder + name, Buffer.from(name), { contentType });
    }
    expect(await keysOf(folder)).toEqual(["a", "b-side", "b/one", "b/two", "c/d/e"].map((name) => folder + name));
    expect(await keysOf(`${folder}b/`)).toEqual([`${folder}b/one`, `${folder}b/two`]);
    await storage.delete(`${folder}c/d/e`);
    await storage.deletePrefix(`${folder}b/`);
    expect(await keysOf(folder)).toEqual([`${folder}a`, `${folder}b-side`]);
  });

  it("tells size and time of what it lists", async () => {
    await storage.putBytes(`${folder}timed`, Buffer.alloc(17), { contentType });
    const head = await storage.head(`${folder}timed`);
    expect(head?.sizeBytes).toBe(17);
    expect(Math.abs((head?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(120_000);
    for await (const object of storage.list(folder)) expect(object.sizeBytes).toBe(17);
  });

  it.each([
    "",
    "/absolute",
    "a//b",
    "a/../b",
    "..",
    "a/.",
    ".temporary/x",
    "a\\b",
    "a b",
    "ä",
    "a/",
    "a\0b",
    "x".repeat(201),
    `${"y/".repeat(300)}z`,
  ])("refuses the key %j", async (key) => {
    await expect(storage.putBytes(key, Buffer.from("x"), { contentType })).rejects.toThrow(TypeError);
    await expect(storage.head(key)).rejects.toThrow(TypeError);
    await expect(storage.delete(key)).rejects.toThrow(TypeError);
    await expect(storage.read(key)).rejects.toThrow(TypeError);
    await expect(storage.putFile(key, join(localDir, "any"), { contentType })).rejects.toThrow(TypeError);
  });

  it("refuses a prefix that is no folder", async () => {
    await expect(storage.deletePrefix("suite")).rejects.toThrow(TypeError);
    await expect(keysOf("suite/../")).rejects.toThrow(TypeError);
  });
}
