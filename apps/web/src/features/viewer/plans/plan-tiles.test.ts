import { expect, it } from "vitest";
import { listPlanTiles } from "./plan-tiles.ts";

const plan = {
  extent: { min: [0, 0], max: [40, 20] },
  tiles: {
    baseUrl: "/files/x/pages/0/",
    tilePx: 512,
    levels: [
      { widthPx: 500, heightPx: 250 },
      { widthPx: 1000, heightPx: 500 },
      { widthPx: 2000, heightPx: 1000 },
      { widthPx: 4000, heightPx: 2000 },
    ],
  },
} as const;
const size = { width: 800, height: 600 };

it("shows the overview alone while it is sharp enough", () => {
  expect(listPlanTiles(plan, { x: 20, z: 10, pxPerM: 20 }, size, 1)).toEqual([]);
  expect(listPlanTiles({ extent: plan.extent }, { x: 20, z: 10, pxPerM: 200 }, size, 2)).toEqual([]);
});

it("fetches the tiles in the window, from the level that is sharp enough", () => {
  // 40 m at 100 px per metre are 4000 px; the view shows 800 × 600 of them, from (1600, 700) to (2400, 1300).
  const tiles = listPlanTiles(plan, { x: 20, z: 10, pxPerM: 100 }, size, 1);
  expect(tiles.map(({ url }) => url)).toEqual(
    [1, 2].flatMap((row) => [3, 4].map((column) => `/files/x/pages/0/3/${column}_${row}.webp`)),
  );
  expect(tiles[0]).toMatchObject({ left: (3 * 512) / 4000, top: 512 / 2000, width: 512 / 4000, height: 512 / 2000 });
});

it("cuts the tiles of the last row and column at the end of the sheet", () => {
  const tiles = listPlanTiles(plan, { x: 40, z: 20, pxPerM: 100 }, size, 1);
  const last = tiles.at(-1)!;
  expect(last.url).toBe("/files/x/pages/0/3/7_3.webp");
  expect(last.left + last.width).toBeCloseTo(1);
  expect(last.top + last.height).toBeCloseTo(1);
});
