import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readCompressedFile } from "../compressed-file.ts";
import type { PointTile } from "./encode-point-tile.ts";
import { rootCube } from "./packed-points.ts";
import { PointTileWriter } from "./point-tile-writer.ts";

const folder = await mkdtemp(join(tmpdir(), "point-tiles-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const grid = { min: [0, 0, 0], sideM: 10 } as const;
const attributes = { intensity: undefined, hasClassification: false };
const tile: PointTile = { cube: rootCube, words: Uint32Array.of(9, 9, 9, 9, 9, 5, 5, 5, 5, 5), spacingM: 0.1 };

describe.each([
  ["on the same thread", 2],
  ["in a thread of their own", 1_000_000],
])("tiles written %s", (name, pointCount) => {
  it("are the same, and leave the caller's points untouched", async () => {
    await using writer = new PointTileWriter(grid, attributes, pointCount);
    await using other = new PointTileWriter(grid, attributes, 2);
    const [path, otherPath] = [join(folder, name), join(folder, `${name}, again`)];
    for (let turn = 0; turn < 20; turn++) await writer.write(`${path} ${turn}`, tile);
    await writer.settle();
    await other.write(otherPath, tile);
    const expected = await readCompressedFile(otherPath);
    for (let turn = 0; turn < 20; turn++) expect(await readCompressedFile(`${path} ${turn}`)).toEqual(expected);
    expect(tile.words).toHaveLength(10);
  });

  it("report why they cannot be written", async () => {
    await using writer = new PointTileWriter(grid, attributes, pointCount);
    const writing = async () => {
      await writer.write(join(folder, "no such folder", "tile"), tile);
      await writer.settle();
    };
    await expect(writing()).rejects.toMatchObject({ code: "ENOENT" });
  });
});
