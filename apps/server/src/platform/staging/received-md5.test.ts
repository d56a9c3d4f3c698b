import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ReceivedMd5 } from "./received-md5.ts";

const MiB = 1024 * 1024;
const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");
let dir: string;
let md5: ReceivedMd5;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "blueprint-md5-"));
  md5 = new ReceivedMd5((id) => join(dir, id));
  return async () => {
    await md5.close();
    rmSync(dir, { recursive: true });
  };
});
afterEach(() => expect.hasAssertions());

async function write(id: string, bytes: Uint8Array, at: number): Promise<void> {
  const file = await open(join(dir, id), at === 0 ? "w" : "r+");
  await file.write(bytes, 0, bytes.length, at);
  await file.close();
  md5.follow(id, at + bytes.length);
}

describe("the MD5 of an upload's received bytes", () => {
  it("is available with the last byte, for files that grow side by side", async () => {
    const [one, other] = [randomBytes(10 * MiB + 3), randomBytes(3 * MiB)];
    for (let at = 0; at < one.length; at += MiB) {
      await write("one", one.subarray(at, at + MiB), at);
      if (at < other.length) await write("other", other.subarray(at, at + MiB), at);
    }
    const hashes = await Promise.all([md5.digest("one", one.length), md5.digest("other", other.length)]);
    expect(hashes).toEqual([md5Of(one), md5Of(other)]);
  });

  it("is correct after bytes were dropped and sent again", async () => {
    const [wrong, right] = [randomBytes(8 * MiB), randomBytes(8 * MiB)];
    right.copy(wrong, 0, 0, 2 * MiB);
    await write("file", wrong, 0);
    md5.rewind("file", 2 * MiB);
    truncateSync(join(dir, "file"), 2 * MiB);
    await write("file", right.subarray(2 * MiB), 2 * MiB);
    expect(await md5.digest("file", right.length)).toBe(md5Of(right));
  });

  it("is computed from the start if nothing followed the file, as after a restart", async () => {
    const bytes = randomBytes(9 * MiB);
    await write("file", bytes.subarray(0, 5 * MiB), 0);
    await md5.close();
    md5 = new ReceivedMd5((id) => join(dir, id));
    await write("file", bytes.subarray(5 * MiB), 5 * MiB);
    expect(await md5.digest("file", bytes.length)).toBe(md5Of(bytes));
  });

  it("is refused for bytes that have not arrived", async () => {
    writeFileSync(join(dir, "short"), "half");
    await expect(md5.digest("short", 8)).rejects.toThrow("Of 8 bytes to hash, 4 are there.");
    await expect(md5.digest("missing", 8)).rejects.toThrow("ENOENT");
    expect(await md5.digest("short", 4)).toBe(md5Of(Buffer.from("half")));
  });
});
