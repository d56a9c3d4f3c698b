import { movePoint } from "@blueprint/scene/transform-objects";
import type { Vector3 } from "@blueprint/scene/vector";
import { describe, expect, test } from "vitest";
import { measureAlong, meetLevel, toBearing } from "./sight-line.ts";

describe("a line of sight", () => {
  test("hits the floor when looking down", () => {
    expect(meetLevel({ origin: [0, 2, 0], direction: [1, -1, 0] }, 0)).toEqual([2, 0, 0]);
    expect(meetLevel({ origin: [0, 2, 0], direction: [0, 0.5, -1] }, 3)).toEqual([0, 3, -2]);
  });

  test("hits nothing above the horizon, horizontally or kilometres away", () => {
    expect(meetLevel({ origin: [0, 2, 0], direction: [1, 0.1, 0] }, 0)).toBeNull();
    expect(meetLevel({ origin: [0, 2, 0], direction: [1, 0, 0] }, 0)).toBeNull();
    expect(meetLevel({ origin: [0, 2, 0], direction: [1, -0.0001, 0] }, 0)).toBeNull();
  });

  test("gives the pointed distance along an axis", () => {
    const from: Vector3 = [4, 1, 5];
    const sight = { origin: from, direction: [3 - 4, 0 - 1, 0 - 5] as Vector3 };
    expect(measureAlong(sight, [1, 0, 0], [1, 0, 0])).toBeCloseTo(2, 9);
    expect(measureAlong({ origin: [0, 0, 5], direction: [0, 0, -1] }, [0, 0, 0], [0, 0, 1])).toBeNull();
  });

  test("bearings turn as rotations do", () => {
    const pivot: Vector3 = [1, 0, 1];
    const point: Vector3 = [2, 0, 3];
    const turned = movePoint(point, { turn: 0.7, pivot });
    expect(toBearing(turned, pivot) - toBearing(point, pivot)).toBeCloseTo(0.7, 9);
  });
});
