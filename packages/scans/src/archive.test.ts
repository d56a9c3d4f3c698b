import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openArchive } from "./archive.ts";
import { bytesSource } from "./testing/bytes-source.ts";
import { isSafeArchivePath, readZipDirectory, readZipEntryStart, requireSafeArchive } from "./zip-directory.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scan-archive-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const text = (value: string) => new TextEncoder().encode(value);

async function open(bytes: Uint8Array) {
  const path = join(folder, "a.zip");
  await writeFile(path, bytes);
  return openArchive(path, bytesSource("a.zip", bytes));
}

/** Rewrites the sizes claimed by the central directory and leaves the data unchanged. */
function claimUnpackedSize(zip: Uint8Array, sizeBytes: number): Uint8Array {
  const changed = zip.slice();
  const view = new DataView(changed.buffer);
  for (let at = 0; at + 4 < changed.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, sizeBytes, true);
    if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, sizeBytes, true);
  }
  return changed;
}

describe("archives", () => {
  it("returns its files by path", async () => {
    await using archive = await open(
      zipSync({
        "scan/a.obj": text("v 0 0 0"),
        "scan/tex.png": [text("picture"), { level: 0 }],
        "__MACOSX/._a.obj": text(""),
      }),
    );
    expect(archive.paths).toEqual(["scan/a.obj", "scan/tex.png"]);
    expect(new TextDecoder().decode(await archive.read("scan/a.obj"))).toBe("v 0 0 0");
    expect(new TextDecoder().decode(await archive.read("scan/tex.png"))).toBe("picture");
    await expect(archive.read("scan/other")).rejects.toMatchObject({ code: "scan-missing-part" });
  });

  it.each([
    "../a.obj",
    "scan/../../a.obj",
    "/etc/a.obj",
    "C:/a.obj",
    "c:a.obj",
    "..\\a.obj",
    "scan\\a.obj",
    "a\0.obj",
    `${"x/".repeat(600)}a.obj`,
  ])("refuses the path %j", async (path) => {
    expect(isSafeArchivePath(path)).toBe(false);
    await expect(open(zipSync({ [path]: text("v 0 0 0") }))).rejects.toMatchObject({ code: "scan-unsafe-archive" });
  });

  it("refuses symbolic links", async () => {
    const files: Zippable = { "a.obj": [text("/etc/passwd"), { os: 3, attrs: (0o120777 << 16) >>> 0 }] };
    await expect(open(zipSync(files))).rejects.toMatchObject({ code: "scan-unsafe-archive" });
  });

  it("refuses archives that declare a hundred times their size or more", async () => {
    const bomb = zipSync({ "a.obj": new Uint8Array(40 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(open(bomb)).rejects.toMatchObject({ code: "scan-zip-bomb" });
  });

  it("stops when an entry unpacks to more than it declares", async () => {
    const bomb = claimUnpackedSize(zipSync({ "a.obj": new Uint8Array(40 * 1024 * 1024) }), 1000);
    await using archive = await open(bomb);
    await expect(archive.read("a.obj")).rejects.toMatchObject({ code: "scan-zip-bomb" });
  });

  it("refuses more files than a scan can have", async () => {
    const files: Zippable = {};
    for (let index = 0; index <= 10_000; index++) files[`${index}`] = new Uint8Array();
    await expect(open(zipSync(files))).rejects.toMatchObject({ code: "scan-zip-bomb" });
  });

  it("reads names that are not UTF-8", async () => {
    const zip = zipSync({ "xx.obj": text("v 0 0 0") });
    for (let at = 0; at + 5 < zip.length; at++) {
      if (zip[at] === 0x78 && zip[at + 1] === 0x78 && zip[at + 2] === 0x2e) zip.set([0xe4, 0xfc], at);
    }
    await using archive = await open(zip);
    expect(archive.paths).toEqual(["äü.obj"]);
    expect(await archive.read("äü.obj")).toHaveLength(7);
  });

  it.each([10, 40, 80, 100])("reports a cut after %i bytes as a problem, without crashing", async (length) => {
    const zip = zipSync({ "a.obj": new Uint8Array(500).map((_, index) => (index * 31) % 251) });
    await expect(open(zip.slice(0, length))).rejects.toMatchObject({ name: "ScanProblem", code: "scan-truncated" });
  });

  it("unpacks only the beginning of an entry for the preflight", async () => {
    const source = bytesSource("a.zip", zipSync({ "a.obj": text("0123456789".repeat(100_000)) }));
    const entries = await readZipDirectory(source);
    requireSafeArchive(entries, source.sizeBytes);
    const start = await readZipEntryStart(source, entries[0]!, 15);
    expect(new TextDecoder().decode(start)).toBe("012345678901234");
  });
});
