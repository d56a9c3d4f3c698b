import { describe, expect, it } from "vitest";
import { buildSlabWorld, type Slab } from "../walking/testing/slab-world.ts";
import { bodyRadius } from "../walking/walk-physics.ts";
import { type Route, RouteSearch } from "./find-route.ts";
import { find, findIn, floor, outside, walkAlong } from "./testing/find-routes.ts";
import { turn } from "./testing/route-worlds.ts";

/** A wall along z at an x, with an opening. */
function wallWithDoor(x: number, thicknessM: number, from: number, to: number): Slab[] {
  return [
    { min: [x, 0, -8], max: [x + thicknessM, 3, from] },
    { min: [x, 0, to], max: [x + thicknessM, 3, 8] },
    { min: [x, 2.05, from], max: [x + thicknessM, 3, to] },
  ];
}

/** Distance in the plan between a route and the nearest of some slabs. */
function clearanceOf(route: Route, slabs: readonly Slab[]): number {
  const distances = walkAlong(route).flatMap(([x, , z]) =>
    slabs.map(({ min, max }) => Math.hypot(Math.max(min[0] - x, 0, x - max[0]), Math.max(min[2] - z, 0, z - max[2]))),
  );
  return Math.min(...distances);
}

/** The greatest distance between a drawn line and the floor. */
function offFloor(route: Route, heightAt: (x: number, z: number) => number): number {
  return Math.max(...walkAlong(route).map(([x, y, z]) => Math.abs(y - heightAt(x, z))));
}

describe("a route in one room", () => {
  it("is a straight line over an empty floor", () => {
    const route = findIn([], [-6, 1.6, -5], [5.3, 0, 4.1])!;
    expect(route.points).toEqual([
      [-6, expect.closeTo(0, 6), -5],
      [5.3, expect.closeTo(0, 6), 4.1],
    ]);
    expect(route.lengthM).toBeCloseTo(Math.hypot(11.3, 9.1), 6);
    expect(route.isStepFree).toBe(true);
  });

  it("ends where it starts if the goal is there", () => {
    expect(findIn([], [1, 0, 1], [1, 0, 1])).toEqual({ points: [[1, 0, 1]], lengthM: 0, isStepFree: true });
  });

  it("goes around a table, neither over it nor under it", () => {
    const top: Slab = { min: [-1, 0.7, -2], max: [1, 0.74, 2] };
    const legs = [-0.95, 0.9].flatMap((x) =>
      [-1.95, 1.9].map((z): Slab => ({ min: [x, 0, z], max: [x + 0.05, 0.7, z + 0.05] })),
    );
    const route = findIn([top, ...legs], [-4, 0, 0.1], [4, 0, 0.1])!;
    expect(clearanceOf(route, [top])).toBeGreaterThanOrEqual(bodyRadius - 0.06);
    expect(offFloor(route, () => 0)).toBeLessThan(1e-6);
    expect(route.lengthM).toBeLessThan(10);
  });

  it("goes around a seat that feet could climb", () => {
    const seat: Slab = { min: [-0.4, 0, -2], max: [0.4, 0.42, 2] };
    const route = findIn([seat], [-3, 0, 0], [3, 0, 0])!;
    expect(offFloor(route, () => 0)).toBeLessThan(1e-6);
  });

  it("keeps away from the edge of a stage, and from a seat beside it", () => {
    const stage: Slab[] = [
      { min: [-8, 0, -8], max: [8, 1, -1] },
      { min: [-8, 0, -1], max: [-1, 1, 0] },
      { min: [1, 0, -1], max: [8, 1, 0] },
    ];
    const notch: Slab = { min: [-1, 0, -1], max: [1, 1, 0] };
    expect(clearanceOf(findIn(stage, [-5, 1, -0.6], [5, 1, -0.6])!, [notch])).toBeGreaterThan(0.18);
    const seat: Slab = { min: [-2, 0, -0.4], max: [2, 0.42, 0.1] };
    const beside = findIn([seat], [-5, 0, 0.6], [5, 0, -0.6])!;
    expect(clearanceOf(beside, [seat])).toBeGreaterThan(0.1);
  });

  it("starts from a corner that is tighter than a body", () => {
    const route = findIn([], [-7.9, 0, -7.9], [0, 0, 0])!;
    expect(route.points[0]).toEqual([-7.9, expect.closeTo(0, 6), -7.9]);
    expect(route.lengthM).toBeCloseTo(7.9 * Math.SQRT2, 1);
  });

  it("starts and ends nowhere without a floor", () => {
    expect(findIn([], [-20, 1, 0], [0, 0, 0])).toBeNull();
    expect(findIn([], [0, 0, 0], [-20, 1, 0])).toBeNull();
  });
});

describe("a route between rooms", () => {
  it.each([0.8, 0.6])("passes a door of %f m, wherever it is and however thick its wall", (widthM) => {
    for (const thicknessM of [0.02, 0.12, 0.3]) {
      for (let at = 0; at < 8; at++) {
        const from = 1 + at * 0.035;
        const walls = wallWithDoor(0.03 + at * 0.03, thicknessM, from, from + widthM);
        const route = findIn(walls, [-4, 0, -3], [4, 0, -3]);
        expect(route, `${thicknessM} m thick, from ${from}`).not.toBeNull();
        expect(clearanceOf(route!, walls.slice(0, 2)), `${thicknessM}, from ${from}`).toBeGreaterThanOrEqual(
          bodyRadius - 0.06,
        );
      }
    }
  });

  it("does not squeeze through a gap that is narrower than a body", () => {
    for (let at = 0; at < 8; at++) {
      const from = 1 + at * 0.035;
      expect(findIn(wallWithDoor(0.1, 0.02, from, from + 0.45), [-4, 0, -3], [4, 0, -3])).toBeNull();
    }
  });

  it("is null for a closed room", () => {
    expect(findIn(wallWithDoor(0, 0.02, 8, 8), [-4, 0, 0], [4, 0, 0])).toBeNull();
    expect(findIn(wallWithDoor(0, 0.2, 8, 8), [-4, 0, 0], [4, 0, 0])).toBeNull();
  });

  it("keeps to the middle of a passage rather than to its wall", () => {
    const walls: Slab[] = [
      { min: [-4, 0, -8], max: [4, 3, -1] },
      { min: [-4, 0, 1], max: [4, 3, 8] },
    ];
    const route = findIn(walls, [-6, 0, -6], [6, 0, -6])!;
    const inPassage = route.points.filter(([x]) => Math.abs(x) < 3.5);
    expect(inPassage.every(([, , z]) => Math.abs(z) < 0.6)).toBe(true);
    expect(clearanceOf(route, walls)).toBeGreaterThan(bodyRadius);
  });

  it.each([10, 22.5, 30, 45])("passes a door that stands at %f° to its lattice", (degrees) => {
    const walls = wallWithDoor(0.03, 0.12, 1, 1.8);
    const world = turn(buildSlabWorld([floor, ...outside, ...walls]), degrees);
    const route = find(world.world, world.toTurned([-4, 0, -3]), world.toTurned([4, 0, -3]))!;
    const back = { ...route, points: route.points.map(world.fromTurned) };
    expect(back.points.at(-1)).toEqual([4, 0, -3].map((value) => expect.closeTo(value, 6)));
    expect(clearanceOf(back, walls.slice(0, 2))).toBeGreaterThanOrEqual(bodyRadius - 0.06);
  });
});

describe("a route to a goal off the floor", () => {
  it("ends in front of a sign on a wall", () => {
    const route = findIn(wallWithDoor(2, 0.2, 5, 6), [-4, 0, 0], [2, 1.8, 0.6])!;
    const [x, y, z] = route.points.at(-1)!;
    expect(y).toBeCloseTo(0, 6);
    expect(2 - x).toBeGreaterThanOrEqual(bodyRadius - 0.06);
    expect(Math.hypot(2 - x, 0.6 - z)).toBeLessThanOrEqual(0.9);
  });

  it("ends beside a table for what is on it", () => {
    const table: Slab = { min: [-0.6, 0, -0.6], max: [0.6, 0.75, 0.6] };
    const [x, y, z] = findIn([table], [-5, 0, -5], [0.2, 0.75, 0.2])!.points.at(-1)!;
    expect(y).toBeCloseTo(0, 6);
    expect(Math.hypot(0.2 - x, 0.2 - z)).toBeLessThanOrEqual(0.9);
  });

  it("ends below a lamp", () => {
    const [x, y, z] = findIn([], [-5, 0, -5], [2, 4, 1])!.points.at(-1)!;
    expect([x, y, z]).toEqual([2, expect.closeTo(0, 6), 1]);
  });

  it("goes around to the side of a wall on which a sign is", () => {
    const route = findIn(wallWithDoor(0, 0.1, -2, -1), [-2, 0, 1], [0.1, 1.5, 1])!;
    expect(route.points.at(-1)![0]).toBeGreaterThan(0.1);
  });

  it("is null for a goal behind a closed wall", () => {
    expect(findIn(wallWithDoor(0, 0.1, 8, 8), [-2, 0, 0], [0.5, 1.5, 0])).toBeNull();
    expect(findIn(wallWithDoor(0, 0.1, 8, 8), [-2, 0, 0], [0.5, 0, 0])).toBeNull();
  });
});

describe("the search", () => {
  const world = buildSlabWorld([floor, ...outside, ...wallWithDoor(1, 0.12, 3, 3.9)]);
  const points = [
    [-6, 0, -5],
    [6, 0, -4],
  ] as const;

  it("finds the same route in slices of any length", () => {
    const search = new RouteSearch(world, ...points, { stepFree: false });
    let calls = 1;
    let route = search.run(0);
    while (route === undefined) {
      calls++;
      route = search.run(0);
    }
    expect(calls).toBeGreaterThan(100);
    expect(route).toEqual(find(world, ...points));
    expect(search.run(0)).toBe(route);
  });

  it("pauses when its time is over", () => {
    let clock = 0;
    const search = new RouteSearch(world, ...points, { stepFree: false });
    expect(search.run(5, () => clock++)).toBeUndefined();
    expect(clock).toBeLessThanOrEqual(7);
  });
});
