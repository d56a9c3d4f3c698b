import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { uploadLimits } from "@blueprint/contract/limits";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DiskRoom } from "../storage/disk-room.ts";
import { DiskStorage } from "../storage/disk-storage.ts";
import { StagingArea } from "./staging-area.ts";

const hall = { id: "hall", sizeBytes: 0, storageKey: "hall", contentType: "application/octet-stream" };
let dir: string;
let staging: StagingArea;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "blueprint-staging-"));
  staging = new StagingArea(dir, new DiskRoom(dir, undefined), undefined, new DiskStorage(join(dir, "objects")));
  await staging.create(hall);
});
afterEach(() => rm(dir, { recursive: true }));

/** Offsets journaled while this many bytes arrive, slower than the disk syncs them. */
async function journaledOffsets(sizeBytes: number): Promise<number[]> {
  const offsets: number[] = [];
  const part = Buffer.alloc(1024 * 1024, 7);
  async function* bytes() {
    for (let sent = 0; sent < sizeBytes; sent += part.length) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      yield Buffer.from(part);
    }
  }
  const received = await staging.receive({ ...hall, sizeBytes }, Readable.from(bytes()), {
    offset: 0,
    isLast: true,
    followMd5: false,
    onBytes: () => {},
    isGenuine: () => true,
    journal: async (reached) => {
      offsets.push(reached);
    },
  });
  expect(received).toEqual({ end: "complete", whole: null });
  return offsets;
}

it("journals a chunk of the usual size once, when its hash is known; before that, it would have to be read again", async () => {
  expect(await journaledOffsets(uploadLimits.chunkBytesMax)).toEqual([uploadLimits.chunkBytesMax]);
});

it("journals a longer one midway too", async () => {
  const sizeBytes = 3 * uploadLimits.chunkBytesMax;
  const offsets = await journaledOffsets(sizeBytes);
  expect(offsets.length).toBeGreaterThan(1);
  expect(offsets.at(-1)).toBe(sizeBytes);
});
