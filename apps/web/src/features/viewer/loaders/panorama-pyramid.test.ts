import {
  faceDirections as convertedDirections,
  cubeFaces as convertedFaces,
} from "@blueprint/scans/panorama/cube-faces";
import { expect, it } from "vitest";
import { chooseLevel, cubeFaces, faceDirections, listStages, listTiles } from "./panorama-pyramid.ts";

const pyramid = {
  version: 1,
  levels: [
    { facePx: 256, tilesPerSide: 1 },
    { facePx: 512, tilesPerSide: 1 },
    { facePx: 1024, tilesPerSide: 2 },
  ],
} as const;
const levels = { version: 1 as const, levels: [...pyramid.levels] };

it("draws faces where the converter took them from", () => {
  expect(cubeFaces).toEqual(convertedFaces);
  for (const face of cubeFaces) {
    expect(faceDirections[face](0.25, -0.5)).toEqual(convertedDirections[face](0.25, -0.5));
  }
});

it("splits a face into tiles that meet", () => {
  const tiles = listTiles(levels, 2).filter(({ face }) => face === "nz");
  expect(tiles.map(({ path }) => path)).toEqual([
    "tiles/2/nz/0-0.webp",
    "tiles/2/nz/1-0.webp",
    "tiles/2/nz/0-1.webp",
    "tiles/2/nz/1-1.webp",
  ]);
  expect(tiles[0]!.corners[1]).toEqual(tiles[1]!.corners[0]);
  expect(tiles[0]!.corners[2]).toEqual(tiles[2]!.corners[0]);
});

it("chooses the coarsest level that is as sharp as the screen", () => {
  const fov = Math.PI / 2;
  expect(chooseLevel(levels, 200, fov)).toBe(0);
  expect(chooseLevel(levels, 500, fov)).toBe(1);
  expect(chooseLevel(levels, 5000, fov)).toBe(2);
  expect(chooseLevel(levels, 500, fov / 3)).toBe(2);
});

it("goes from coarse to fine in few steps, skipping what is loaded", () => {
  expect(listStages(0)).toEqual([]);
  expect(listStages(1)).toEqual([1]);
  expect(listStages(2)).toEqual([2]);
  expect(listStages(5)).toEqual([1, 3, 5]);
});
