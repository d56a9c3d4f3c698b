import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FloorFinder, storeysMax } from "./find-floors.ts";
import { joinSegments, lengthOf, simplifyLine } from "./polyline.ts";
import { MeshSlicer } from "./slice-mesh.ts";
import { PointSlicer, toPlanCellM } from "./slice-points.ts";
import { cutOverFloorM, writePlans } from "./write-plans.ts";

type Point = [number, number, number];
type Triangle = [Point, Point, Point];

const quad = (a: Point, b: Point, c: Point, d: Point): Triangle[] => [
  [a, b, c],
  [a, c, d],
];

/** A house of 8 m × 5 m: two storeys of 2.6 m with a 0.4 m ceiling between them, a roof, a table on the lower floor. */
function buildHouse(): Triangle[] {
  const triangles: Triangle[] = [];
  const level = (y: number, [x0, x1, z0, z1]: [number, number, number, number], isFacingUp: boolean) => {
    const around: [Point, Point, Point, Point] = [
      [x0, y, z0],
      [x0, y, z1],
      [x1, y, z1],
      [x1, y, z0],
    ];
    triangles.push(...quad(...(isFacingUp ? around : (around.reverse() as typeof around))));
  };
  for (const floor of [0, 3]) {
    level(floor, [0, 8, 0, 5], true);
    level(floor + 2.6, [0, 8, 0, 5], false);
    const corners: [number, number][] = [
      [0, 0],
      [8, 0],
      [8, 5],
      [0, 5],
    ];
    for (const [index, [x, z]] of corners.entries()) {
      const [nextX, nextZ] = corners[(index + 1) % 4]!;
      triangles.push(...quad([x, floor, z], [nextX, floor, nextZ], [nextX, floor + 2.6, nextZ], [x, floor + 2.6, z]));
    }
  }
  level(6, [0, 8, 0, 5], true);
  level(0.75, [3, 4.6, 2, 2.8], true);
  return triangles;
}

const allPoints = (triangles: Triangle[], perMetre: number): Point[] =>
  triangles.flatMap(([a, b, c]) => {
    const steps = Math.ceil(perMetre * Math.max(distance(a, b), distance(b, c), distance(c, a)));
    const points: Point[] = [];
    for (let u = 0; u <= steps; u++) {
      for (let v = 0; u + v <= steps; v++) {
        const at = (axis: 0 | 1 | 2) => a[axis] + ((b[axis] - a[axis]) * u + (c[axis] - a[axis]) * v) / steps;
        points.push([at(0), at(1), at(2)]);
      }
    }
    return points;
  });
const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe("storeys", () => {
  it("of a mesh are where level surfaces face up, not ceilings or tables", () => {
    const finder = new FloorFinder(0, 6);
    for (const triangle of buildHouse()) finder.addTriangle(...triangle);
    const floors = finder.floors().heightsM;
    expect(floors).toHaveLength(3);
    for (const [index, expected] of [0, 3, 6].entries())
      expect(Math.abs(floors[index]! - expected)).toBeLessThan(0.051);
  });

  it("are found in a mesh with reversed winding", () => {
    const finder = new FloorFinder(0, 3);
    for (const [a, b, c] of quad([0, 1, 0], [4, 1, 0], [4, 1, 4], [0, 1, 4])) finder.addTriangle(a, b, c);
    expect(finder.floors().heightsM).toHaveLength(1);
    expect(finder.floors().heightsM[0]).toBeCloseTo(1, 1);
  });

  it("do not exist where nothing is level", () => {
    const finder = new FloorFinder(0, 3);
    finder.addTriangle([0, 0, 0], [1, 0, 0], [0, 3, 0]);
    finder.addTriangle([0, 0, 0], [0, 0, 0], [0, 0, 0]);
    expect(finder.floors().heightsM).toEqual([]);
  });

  it("do not exist on open land, however gentle", () => {
    const finder = new FloorFinder(0, 20);
    for (let x = 0; x < 100; x++) {
      const y = (x * 20) / 100;
      for (const triangle of quad([x, y, 0], [x, y, 50], [x + 1, y + 0.2, 50], [x + 1, y + 0.2, 0]))
        finder.addTriangle(...triangle);
    }
    expect(finder.floors().heightsM).toEqual([]);
  });

  it("of a point cloud are the heights where most points lie", () => {
    const finder = new FloorFinder(0, 6);
    for (const [, y] of allPoints(buildHouse(), 10)) finder.addPoint(y);
    const floors = finder.floors().heightsM;
    expect(floors.some((floor) => Math.abs(floor) < 0.06)).toBe(true);
    expect(floors.some((floor) => Math.abs(floor - 3) < 0.46)).toBe(true);
  });
});

describe("more storeys than any house has", () => {
  const floorsOf = (storeys: number, addFloor: (finder: FloorFinder, y: number, size: number) => void) => {
    const finder = new FloorFinder(0, storeys * 3);
    for (let storey = 0; storey < storeys; storey++) addFloor(finder, storey * 3 + 0.01, storey === 700 ? 2 : 1);
    return finder.floors();
  };
  const ofMesh = (finder: FloorFinder, y: number, size: number) => {
    for (const triangle of quad([0, y, 0], [0, y, 5], [5 * size, y, 5], [5 * size, y, 0]))
      finder.addTriangle(...triangle);
  };
  const ofPoints = (finder: FloorFinder, y: number, size: number) => {
    for (let point = 0; point < 3 * size; point++) finder.addPoint(y);
  };

  it.each([
    ["a mesh", ofMesh],
    ["a point cloud", ofPoints],
  ])("of %s are limited to those with the most floor, and the report says so", (_, addFloor) => {
    expect(floorsOf(100, addFloor)).toMatchObject({ isCut: false, heightsM: { length: 100 } });
    const { heightsM, isCut } = floorsOf(1_090, addFloor);
    expect(isCut).toBe(true);
    expect(heightsM).toHaveLength(storeysMax);
    expect(
      heightsM.some((heightM) => Math.abs(heightM - 2_100) < 0.1),
      "the one with the most floor",
    ).toBe(true);
    expect(heightsM).toEqual(heightsM.toSorted((a, b) => a - b));
  });
});

describe("cells of a point cloud's plans", () => {
  const bounds = (width: number, depth: number) => ({ min: [0, 0, 0], max: [width, 9, depth] });

  it("are 5 cm in a house, larger if storeys are many or wide, and absent if no wall would be visible", () => {
    expect(toPlanCellM(3, bounds(80, 60))).toBe(0.05);
    expect(toPlanCellM(100, bounds(204, 204))).toBeCloseTo(0.249, 3);
    expect(toPlanCellM(1, bounds(4_000, 4_000))).toBeCloseTo(0.977, 3);
    expect(toPlanCellM(1, bounds(4_200, 10))).toBeNull();
    expect(toPlanCellM(100, bounds(1_000, 1_000))).toBeNull();
    const slicer = new PointSlicer([1, 4], { min: [0, 0, 0], max: [1e12, 9, 1e12] });
    slicer.addPoint(5, 1, 5);
    expect(slicer.lines()).toEqual([]);
  });
});

describe("lines", () => {
  it("are joined from segments in any order and direction; closed ones end where they start", () => {
    const lines = joinSegments([1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 5, 5, 6, 5]);
    expect(lines.map((line) => line.length).sort()).toEqual([2, 5]);
    const closed = lines.find((line) => line.length === 5)!;
    expect(closed[0]).toEqual(closed.at(-1));
    expect(lengthOf(closed)).toBeCloseTo(4);
  });

  it("are simplified within the tolerance and keep their corners, even closed ones", () => {
    const noisy = [
      [0, 0],
      [1, 0.01],
      [2, 0],
      [2, 1],
      [2, 2],
      [0, 2],
      [0, 0],
    ] as const;
    expect(simplifyLine(noisy, 0.02)).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [0, 0],
    ]);
  });
});

describe("a cut", () => {
  it("through a mesh is the closed outline of its walls", () => {
    const slicer = new MeshSlicer([1.2, 2.8]);
    for (const triangle of buildHouse()) slicer.addTriangle(...triangle);
    const [walls, between] = slicer.lines();
    expect(walls).toHaveLength(1);
    expect(walls![0]![0]).toEqual(walls![0]!.at(-1));
    expect(lengthOf(walls![0]!)).toBeCloseTo(26);
    expect(between).toEqual([]);
  });

  it("that is longer than any plan is dropped, and so is the longest of too many", () => {
    const wallsAt = (slicer: MeshSlicer, y: number, count: number) => {
      for (let x = 0; x < count; x++) slicer.addTriangle([x, y, 0], [x + 1, y + 2, 0], [x + 1, y, 0]);
    };
    const tooLong = new MeshSlicer([1, 11], { segmentsMax: 10, allSegmentsMax: 100 });
    wallsAt(tooLong, 0, 11);
    wallsAt(tooLong, 10, 10);
    expect(tooLong.lines().map((lines) => lines.length)).toEqual([0, 10]);
    const tooMany = new MeshSlicer([1, 11, 21], { segmentsMax: 10, allSegmentsMax: 12 });
    wallsAt(tooMany, 0, 3);
    wallsAt(tooMany, 10, 6);
    wallsAt(tooMany, 20, 4);
    expect(tooMany.lines().map((lines) => lines.length)).toEqual([3, 0, 4]);
  });

  it("meets corners exactly at its height once", () => {
    const slicer = new MeshSlicer([1]);
    for (const triangle of quad([0, 1, 0], [2, 1, 0], [2, 3, 0], [0, 3, 0])) slicer.addTriangle(...triangle);
    for (const triangle of quad([0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0])) slicer.addTriangle(...triangle);
    const [lines] = slicer.lines();
    expect(lines!.reduce((sum, line) => sum + lengthOf(line), 0)).toBeCloseTo(2);
  });

  it("through a point cloud outlines the walls from both sides", () => {
    const slicer = new PointSlicer([1.2], { min: [0, 0, 0], max: [8, 6, 5] });
    for (const point of allPoints(buildHouse(), 25)) slicer.addPoint(...point);
    const [lines] = slicer.lines();
    const lengthM = lines!.reduce((sum, line) => sum + lengthOf(line), 0);
    expect(lengthM).toBeGreaterThan(2 * 24);
    expect(lengthM).toBeLessThan(2 * 28);
    for (const line of lines!) expect(line[0]).toEqual(line.at(-1));
  });
});

describe("plans", () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "plans-"));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it("are one image in metres per storey; a cut above the roof has none", async () => {
    const triangles = buildHouse();
    const finder = new FloorFinder(0, 6);
    for (const triangle of triangles) finder.addTriangle(...triangle);
    const floors = finder.floors().heightsM;
    const slicer = new MeshSlicer(floors.map((floor) => floor + cutOverFloorM));
    for (const triangle of triangles) slicer.addTriangle(...triangle);
    const plans = await writePlans(dir, floors, slicer.lines());
    expect(plans.map(({ path }) => path)).toEqual(["plans/0.svg", "plans/1.svg"]);
    expect(plans[1]!.cutM - plans[1]!.floorM).toBeCloseTo(1.2);
    const svg = await readFile(join(dir, "plans/0.svg"), "utf8");
    expect(svg).toContain('viewBox="-0.5 -0.5 9 6"');
    expect(svg.match(/M/g)).toHaveLength(1);
  });
});
