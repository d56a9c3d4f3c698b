import { expect, test } from "vitest";
import { distanceTo, project, sortByDepth, toVisibleFaces, walkAlong } from "./projection.ts";
import { planBoxes, planRoute, planSize, planStops } from "./venue-plan.ts";

const plan = { turn: 0, tilt: Math.PI / 2 };

test("straight down, the drawing is the plan at 1:1", () => {
  expect(project(plan, 0, 0)).toEqual({ x: -planSize.width / 2, y: -planSize.depth / 2 });
  const corner = project(plan, planSize.width, planSize.depth, 3);
  expect(corner.x).toBeCloseTo(planSize.width / 2);
  // Height has no effect in a plan view.
  expect(corner.y).toBeCloseTo(planSize.depth / 2);
});

test("tilted, higher objects are drawn higher", () => {
  const view = { turn: 0.5, tilt: 0.7 };
  expect(project(view, 3, 3, 2).y).toBeLessThan(project(view, 3, 3, 0).y);
});

test("objects in front are drawn last", () => {
  const sorted = sortByDepth(planBoxes, { turn: 0, tilt: 0.7 });
  expect(sorted[0]!.y).toBeLessThan(1);
  expect(sorted.at(-1)!.y).toBeGreaterThan(planSize.depth - 1);
});

test("a plan shows tops only; a tilted view adds the two sides that face the eye", () => {
  const box = planBoxes[0]!;
  expect(toVisibleFaces(box, plan).map((face) => face.side)).toEqual(["top"]);
  expect(toVisibleFaces(box, { turn: 0.6, tilt: 0.7 }).map((face) => face.side)).toEqual(["x", "y", "top"]);
});

test("every stop lies on the path, in order", () => {
  const distances = planStops.map((stop) => distanceTo(planRoute, stop.x, stop.y));
  expect(distances).toEqual(distances.toSorted((first, second) => first - second));
  for (const [index, stop] of planStops.entries())
    expect(walkAlong(planRoute, distances[index]!)).toMatchObject({
      x: expect.closeTo(stop.x),
      y: expect.closeTo(stop.y),
    });
});

test("nobody walks past the end of the path", () => {
  const [x, y] = planRoute.at(-1)!;
  expect(walkAlong(planRoute, 10_000)).toMatchObject({ x, y });
  expect(walkAlong(planRoute, -5)).toMatchObject({ x: planRoute[0]![0], y: planRoute[0]![1] });
});
