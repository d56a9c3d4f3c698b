import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DiskStorage } from "./disk-storage.ts";
import { itBehavesLikeObjectStorage } from "./object-storage-suite.ts";

const contentType = "application/octet-stream";

describe("objects on the disk", () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "blueprint-objects-"));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  itBehavesLikeObjectStorage(async () => new DiskStorage(join(dir, "objects")));

  it("are never listed while they are being written", async () => {
    const root = join(dir, "half");
    await mkdir(join(root, ".temporary"), { recursive: true });
    await writeFile(join(root, ".temporary", "left-by-a-crash"), "half");
    const keys = [];
    for await (const { key } of new DiskStorage(root).list("")) keys.push(key);
    expect(keys).toEqual([]);
  });

  it("are kept when added to a folder at the moment its last object is deleted", async () => {
    const storage = new DiskStorage(join(dir, "busy"));
    const replaceOften = async (name: string) => {
      for (let times = 0; times < 200; times++) {
        await storage.putBytes(`photos/ada/${name}`, Buffer.from(name), { contentType });
        expect((await storage.head(`photos/ada/${name}`))?.sizeBytes).toBe(name.length);
        await storage.delete(`photos/ada/${name}`);
      }
    };
    const ended = await Promise.allSettled(["one", "two", "three", "four"].map(replaceOften));
    expect(ended.map(({ status }) => status)).toEqual(ended.map(() => "fulfilled"));
  });
});

const canMount = process.platform === "linux" && process.getuid?.() === 0;

describe.skipIf(!canMount)("objects on a disk that fills up (needs root to mount a small one)", () => {
  const bytesOfDisk = 1024 * 1024;
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "blueprint-small-disk-"));
    await mkdir(join(dir, "disk"));
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytesOfDisk}`, "none", join(dir, "disk")]);
  });
  afterEach(async () => {
    execFileSync("umount", [join(dir, "disk")]);
    await rm(dir, { recursive: true, force: true });
  });

  it("report storage-full and leave nothing half-written, whether from bytes or from a file", async () => {
    const storage = new DiskStorage(join(dir, "disk", "objects"));
    await storage.putBytes("kept", Buffer.from("kept"), { contentType });
    const full = { code: "storage-full" };
    await expect(storage.putBytes("big", Buffer.alloc(2 * bytesOfDisk), { contentType })).rejects.toMatchObject(full);
    // On another file system, so that adopting it means copying.
    const localPath = join(dir, "scan");
    await writeFile(localPath, Buffer.alloc(2 * bytesOfDisk));
    await expect(storage.putFile("scan", localPath, { contentType })).rejects.toMatchObject(full);
    expect(existsSync(localPath)).toBe(true);
    expect(await readdir(join(dir, "disk", "objects"), { recursive: true })).toEqual([".temporary", "kept"]);
    expect(String(await buffer((await storage.read("kept")).stream))).toBe("kept");
  });

  it("can be adopted from another file system", async () => {
    const storage = new DiskStorage(join(dir, "disk", "objects"));
    const localPath = join(dir, "scan");
    await writeFile(localPath, "across");
    await storage.putFile("scan", localPath, { contentType });
    expect(existsSync(localPath)).toBe(false);
    expect(String(await buffer((await storage.read("scan")).stream))).toBe("across");
  });
});
