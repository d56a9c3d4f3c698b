import { expect, it } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";
import type { UploadSource } from "./upload-source.ts";

const MiB = 1024 * 1024;

function someBytes(sizeBytes: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: sizeBytes }, (_, index) => (index * 7919) >>> 3);
}

function sourceOf(bytes: Uint8Array<ArrayBuffer>, name = "hall.ply"): UploadSource & { readBytes: () => number } {
  let readBytes = 0;
  return {
    name,
    sizeBytes: bytes.length,
    slice: (start, end) => {
      readBytes += end - start;
      return new Blob([bytes.subarray(start, end)]);
    },
    readBytes: () => readBytes,
  };
}

it("recognises a file under another name while reading little of it", async () => {
  const bytes = someBytes(MiB);
  const source = sourceOf(bytes);
  expect(await fingerprintOf(source)).toMatch(/^[0-9a-f]{64}$/);
  expect(await fingerprintOf(sourceOf(bytes, "copy.ply"))).toBe(await fingerprintOf(source));
  expect(source.readBytes()).toBeLessThanOrEqual(2 * 192 * 1024);
});

it.each([
  ["head", 10],
  ["middle", MiB / 2],
  ["tail", MiB - 1],
])("tells files apart that differ at the %s", async (_, at) => {
  const bytes = someBytes(MiB);
  const changed = bytes.slice();
  changed[at]! ^= 1;
  expect(await fingerprintOf(sourceOf(changed))).not.toBe(await fingerprintOf(sourceOf(bytes)));
});

it.each([0, 1, 64 * 1024, 100 * 1024])(
  "handles a file of %d bytes, and tells it from a shorter one",
  async (sizeBytes) => {
    const bytes = new Uint8Array(sizeBytes + 1);
    const longer = await fingerprintOf(sourceOf(bytes));
    expect(await fingerprintOf(sourceOf(bytes.subarray(0, sizeBytes)))).not.toBe(longer);
  },
);
