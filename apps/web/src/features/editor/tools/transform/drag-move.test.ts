import { movePoint, type SpaceMove } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import { describe, expect, test } from "vitest";
import type { SightLine } from "../sight-line.ts";
import { startSnap } from "../snap-settings.ts";
import { followGizmoDrag, type Grip, isStill, startGizmoDrag } from "./drag-move.ts";

const free = { ...startSnap, gridMetres: 0, turnDegrees: 0 };
const pivot: Vector3 = [1, 0, 1];
const down = (x: number, z: number): SightLine => ({ origin: [x, 10, z], direction: [0, -1, 0] });

/** Drags over several points and applies every step, as the document does. */
function drag(grip: Grip, places: readonly (readonly [number, number])[], point: Vector3, snap = free): Vector3 {
  const [first, ...others] = places;
  let state = startGizmoDrag(grip, pivot, down(...first!));
  let at = point;
  for (const place of others) {
    const followed = followGizmoDrag(state, down(...place), snap);
    if (followed === null) continue;
    at = movePoint(at, followed.move);
    state = followed.drag;
  }
  return at;
}

describe("dragging the gizmo of a selection", () => {
  test("along an axis leaves the other axes alone, wherever the pointer goes", () => {
    expect(
      drag(
        "x",
        [
          [1, 1],
          [2, 4],
          [3.5, 7],
        ],
        [0, 0, 0],
      ),
    ).toEqual([2.5, 0, 0]);
  });

  test("over the floor follows the pointer, in steps of the grid as a whole", () => {
    const [x, , z] = drag(
      "level",
      [
        [0, 0],
        [0.3, 0.1],
        [1.13, 0.4],
      ],
      [5, 0, 5],
      { ...free, gridMetres: 0.25 },
    );
    expect([x, z]).toEqual([6.25, 5.5]);
  });

  test("rotates about the centre with the pointer, in steps", () => {
    const [x, , z] = drag(
      "turn",
      [
        [1, 2],
        [1.8, 1.9],
        [2, 1.02],
      ],
      [1, 0, 3],
      { ...free, turnDegrees: 45 },
    );
    expect(x).toBeCloseTo(3, 6);
    expect(z).toBeCloseTo(1, 6);
  });

  test("scales with the distance from the centre, not with the path there", () => {
    const [x, , z] = drag(
      "scale",
      [
        [2, 1],
        [9, 1],
        [3, 1],
      ],
      [2, 0, 3],
    );
    expect(x).toBeCloseTo(3, 6);
    expect(z).toBeCloseTo(5, 6);
  });

  test("tilts about a horizontal axis with the pointer, in steps", () => {
    const along = (y: number, z: number): SightLine => ({ origin: [9, y, z], direction: [-1, 0, 0] });
    const state = startGizmoDrag("tilt-x", pivot, along(2, 1));
    const followed = followGizmoDrag(state, along(1.1, 3), { ...free, turnDegrees: 15 });
    expect(followed?.move).toMatchObject({ about: "x", pivot, shift: [0, 0, 0], scale: 1 });
    expect(followed?.move.turn).toBeCloseTo(Math.PI / 3, 9);
    // Seen from its edge, the circle gives no angle.
    expect(followGizmoDrag(state, { origin: [1, 9, 3], direction: [0, -1, 0] }, free)).toBeNull();
  });

  test("stays where it is while the pointer is above the horizon", () => {
    const state = startGizmoDrag("level", pivot, down(0, 0));
    expect(followGizmoDrag(state, { origin: [0, 2, 0], direction: [1, 1, 0] }, free)).toBeNull();
  });
});

test("a zero move changes nothing", () => {
  expect(isStill({})).toBe(true);
  const small: SpaceMove = { turn: 0.1 };
  expect(isStill(small)).toBe(false);
});
