import { expect, test } from "vitest";
import { toHeatSteps } from "./heat-steps.ts";
import { toSpot } from "./spot.ts";

const spot = (visitors: number) => ({ x: visitors, z: 0, floorM: 0, visitors });

test("spots are in steps of equal ratio, the fewest and the most visitors at their ends", () => {
  const steps = toHeatSteps([5, 6, 50, 500, 499].map(spot));
  expect(steps.map(({ from, to, spots }) => [from, to, spots.length])).toEqual([
    [5, 6, 2],
    [50, 50, 1],
    [499, 500, 2],
  ]);
  const opacities = steps.map(({ opacity }) => opacity);
  expect(opacities).toEqual(opacities.toSorted());
});

test("spots with the same number of visitors are one step, and none have no step", () => {
  expect(toHeatSteps([spot(7), spot(7)]).map(({ from, to }) => [from, to])).toEqual([[7, 7]]);
  expect(toHeatSteps([])).toEqual([]);
});

test("a spot is a cell of half a metre on the floor that a person stands on", () => {
  expect(toSpot([1.2, 1.6, -0.1], [0, 3.25])).toEqual({ x: 2, z: -1, floorDm: 0 });
  expect(toSpot([-0.6, 5.1, 10], [0, 3.25])).toEqual({ x: -2, z: 20, floorDm: 33 });
  // Without storeys, a place has one floor.
  expect(toSpot([0, 1.6, 0], [])).toEqual({ x: 0, z: 0, floorDm: 0 });
});
