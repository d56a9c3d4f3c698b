import { expect, it } from "vitest";
import { measureGaps } from "./point-gaps.ts";

interface TestTile {
  geometricError: number;
  children: TestTile[];
  traversal: { inFrustum: boolean };
}

/** @param gapM between the tile's own points */
const tile = (gapM: number, children: TestTile[] = [], inFrustum = true): TestTile => ({
  geometricError: gapM * 4,
  children,
  traversal: { inFrustum },
});

const gapsOf = (...drawn: TestTile[]) => {
  const gaps = measureGaps(new Set(drawn), () => 100);
  return drawn.map((one) => gaps.get(one));
};

it("keeps a tile's own gaps until every child in view is drawn", () => {
  const [fine, finer, behind] = [tile(0.02), tile(0.01), tile(0.03, [], false)];
  const root = tile(0.1, [fine, finer, behind]);
  expect(gapsOf(root)).toEqual([0.1]);
  expect(gapsOf(root, fine)).toEqual([0.1, 0.02]);
  expect(gapsOf(root, fine, finer)).toEqual([0.015, 0.02, 0.01]);
});

it("matches the average gaps of the finest drawn points", () => {
  const leaf = tile(0.01);
  const [half, other] = [tile(0.04, [leaf]), tile(0.04)];
  const root = tile(0.1, [half, other]);
  // Of 300 points below, 200 are 1 cm apart.
  expect(gapsOf(root, half, other, leaf)).toEqual([0.02, 0.01, 0.04, 0.01]);
});

it("looks through a child that is only a link to another tileset file", () => {
  const inside = tile(0.05, [tile(0.01)]);
  const root = tile(0.1, [tile(0.1, [inside])]);
  expect(gapsOf(root)).toEqual([0.1]);
  expect(gapsOf(root, inside)).toEqual([0.05, 0.05]);
});

it("keeps its own gaps if all children are out of view", () => {
  expect(gapsOf(tile(0.1, [tile(0.02, [], false)]))).toEqual([0.1]);
});
