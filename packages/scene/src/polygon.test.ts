import { describe, expect, test } from "vitest";
import {
  containsPoint,
  findInsidePoint,
  findPolygonProblem,
  getArea,
  getCentroid,
  getConvexHull,
  getPerimeter,
  type Polygon,
  type PolygonProblem,
} from "./polygon.ts";
import { intersectPolygons, repairPolygon, splitPolygon, subtractPolygons, unitePolygons } from "./polygon-boolean.ts";
import type { Point2 } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import { createRandom } from "./testing/random.ts";

const rectangle = (x: number, z: number, width: number, depth: number): Point2[] => [
  [x, z],
  [x + width, z],
  [x + width, z + depth],
  [x, z + depth],
];
const room: Polygon = { outer: rectangle(0, 0, 6, 4), holes: [rectangle(1, 1, 2, 1)] };
const corner: Polygon = {
  outer: [
    [0, 0],
    [4, 0],
    [4, 1],
    [1, 1],
    [1, 4],
    [0, 4],
  ],
  holes: [],
};

describe("polygons", () => {
  test("area, perimeter and centre exclude holes, whichever way rings run and however far away they are", () => {
    for (const [dx, dz] of [
      [0, 0],
      [250_000, -900_000],
    ] as const) {
      const moved: Polygon = {
        outer: room.outer.map(([x, z]): Point2 => [x + dx, z + dz]),
        holes: room.holes.map((hole) => hole.map(([x, z]): Point2 => [x + dx, z + dz]).toReversed()),
      };
      expect(getArea(moved)).toBeCloseTo(22, 9);
      expect(getPerimeter(moved)).toBeCloseTo(26, 9);
      // (24 · 3 − 2 · 2) / 22 and (24 · 2 − 2 · 1.5) / 22.
      expect(getCentroid(moved)[0] - dx).toBeCloseTo(68 / 22, 6);
      expect(getCentroid(moved)[1] - dz).toBeCloseTo(45 / 22, 6);
    }
  });

  test("inside, in a hole, outside, on the line", () => {
    expect(containsPoint(room, [5, 2])).toBe(true);
    expect(containsPoint(room, [2, 1.5])).toBe(false);
    expect(containsPoint(room, [7, 2])).toBe(false);
    expect(containsPoint(room, [0, 2])).toBe(true);
    expect(containsPoint(room, [1, 1.5])).toBe(true);
  });

  test("the inside point of a corner lies inside, though its centre does not", () => {
    expect(containsPoint(corner, getCentroid(corner))).toBe(false);
    expect(containsPoint(corner, findInsidePoint(corner))).toBe(true);
  });

  test.each<[PolygonProblem | null, Polygon]>([
    [null, room],
    ["too-few-points", { outer: rectangle(0, 0, 1, 1).slice(0, 2), holes: [] }],
    ["points-too-close", { outer: [...rectangle(0, 0, 1, 1), [0, 1]], holes: [] }],
    [
      "crosses-itself",
      {
        outer: [
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
        ],
        holes: [],
      },
    ],
    [
      "crosses-itself",
      {
        outer: [
          [0, 0],
          [4, 0],
          [2, 0],
          [2, 3],
        ],
        holes: [],
      },
    ],
    [
      "crosses-itself",
      {
        outer: [
          [0, 0],
          [4, 0],
          [4, 4],
          [2, 0],
          [0, 4],
        ],
        holes: [],
      },
    ],
    ["too-small", { outer: rectangle(0, 0, 0.01, 0.002), holes: [] }],
    ["hole-outside", { outer: room.outer, holes: [rectangle(5, 1, 2, 1)] }],
    ["hole-outside", { outer: room.outer, holes: [rectangle(10, 10, 1, 1)] }],
    ["hole-outside", { outer: room.outer, holes: [rectangle(0, 1, 1, 1)] }],
    ["holes-overlap", { outer: room.outer, holes: [rectangle(1, 1, 2, 1), rectangle(2, 1, 2, 2)] }],
    ["holes-overlap", { outer: room.outer, holes: [rectangle(1, 1, 3, 2), rectangle(2, 1.5, 1, 1)] }],
  ])("%s is detected", (problem, polygon) => {
    expect(findPolygonProblem(polygon)).toBe(problem);
  });
});

describe("operations on two polygons", () => {
  test("areas add up: union and intersection together are both, difference and intersection are one", () => {
    const random = createRandom(11);
    for (let round = 0; round < 60; round += 1) {
      const make = (): Polygon => ({
        outer: getConvexHull(Array.from({ length: 9 }, (): Point2 => [random() * 10, random() * 10])),
        holes: [],
      });
      const [one, other] = [make(), make()];
      const total = (pieces: readonly Polygon[]) => pieces.reduce((sum, piece) => sum + getArea(piece), 0);
      const shared = total(intersectPolygons([one, other]));
      expect(total(unitePolygons([one, other])) + shared).toBeCloseTo(getArea(one) + getArea(other), 2);
      expect(total(subtractPolygons(one, [other])) + shared).toBeCloseTo(getArea(one), 2);
    }
  });

  test("neighbours are merged without the wall between them; separate areas stay separate", () => {
    const merged = unitePolygons([
      { outer: rectangle(0, 0, 2, 2), holes: [] },
      { outer: rectangle(2, 0, 2, 2), holes: [] },
    ]);
    expect(merged).toHaveLength(1);
    expect(getArea(merged[0]!)).toBeCloseTo(8, 6);
    expect(unitePolygons([room, { outer: rectangle(20, 0, 1, 1), holes: [] }])).toHaveLength(2);
  });

  test("cutting in the middle leaves a hole", () => {
    const [rest] = subtractPolygons({ outer: rectangle(0, 0, 6, 4), holes: [] }, [
      { outer: rectangle(1, 1, 1, 1), holes: [] },
    ]);
    expect(rest?.holes).toHaveLength(1);
    expect(getArea(rest!)).toBeCloseTo(23, 6);
  });

  test("a line splits a polygon in two, largest first; a line that misses is refused", () => {
    const pieces = splitPolygon(room, [4, -1], [4, 9]);
    expect(pieces.map(getArea)).toEqual([expect.closeTo(14, 6), expect.closeTo(8, 6)]);
    expect(() => splitPolygon(room, [9, 0], [9, 1])).toThrow(SceneInputError);
    expect(() => splitPolygon(room, [1, 1], [1, 1])).toThrow(SceneInputError);
  });

  test.each<[string, Point2[], number]>([
    [
      "a bow tie keeps its larger wing",
      [
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 2],
      ],
      16 / 3,
    ],
    [
      "points on a line become a small square",
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
      0.04,
    ],
    [
      "one point becomes a small square",
      [
        [3, 3],
        [3, 3],
        [3, 3],
      ],
      0.04,
    ],
  ])("%s", (_, outer, area) => {
    const repaired = repairPolygon({ outer, holes: [] });
    expect(findPolygonProblem(repaired)).toBeNull();
    expect(getArea(repaired)).toBeCloseTo(area, 2);
  });

  test("repairing any set of points gives a valid polygon", () => {
    const random = createRandom(5);
    for (let round = 0; round < 120; round += 1) {
      const ring = (count: number) =>
        Array.from({ length: count }, (): Point2 => [Math.round(random() * 12) / 2, Math.round(random() * 12) / 2]);
      const polygon = { outer: ring(3 + Math.floor(random() * 9)), holes: random() < 0.5 ? [ring(4)] : [] };
      expect(findPolygonProblem(repairPolygon(polygon))).toBeNull();
    }
  });
});
