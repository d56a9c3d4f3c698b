import { describe, expect, test } from "vitest";
import { movePlacement } from "./move-placement.ts";
import { fromTurns, toTurns } from "./scan-placement.ts";
import { transformPoint } from "./similarity.ts";
import type { Vector3 } from "./vector.ts";

const placement = {
  position: [3, 1, -2] as Vector3,
  rotation: fromTurns({ yaw: 0.4, pitch: 0.1, roll: -0.2 }),
  scale: 2,
};

function expectClose(one: readonly number[], other: readonly number[]): void {
  for (const [at, part] of one.entries()) expect(part).toBeCloseTo(other[at]!, 9);
}

describe("moving a scan", () => {
  test("moves every point about the pivot as specified", () => {
    const own: Vector3 = [1, 2, 3];
    const pivot: Vector3 = [1, 0, 1];
    const before = transformPoint(placement, own);
    const grown = transformPoint(movePlacement(placement, { scale: 3, pivot, shift: [0, 1, 0] }), own);
    expectClose(grown, [
      pivot[0] + (before[0] - pivot[0]) * 3,
      pivot[1] + (before[1] - pivot[1]) * 3 + 1,
      pivot[2] + (before[2] - pivot[2]) * 3,
    ]);
  });

  test("tilts right-handed: about x from y to z, about z from x to y", () => {
    const upright = { position: [0, 0, 0] as Vector3, rotation: [0, 0, 0, 1] as const, scale: 1 };
    expectClose(transformPoint(movePlacement(upright, { turn: Math.PI / 2, about: "x" }), [0, 1, 0]), [0, 0, 1]);
    expectClose(transformPoint(movePlacement(upright, { turn: Math.PI / 2, about: "z" }), [1, 0, 0]), [0, 1, 0]);
    expectClose(transformPoint(movePlacement(upright, { turn: Math.PI / 2 }), [0, 0, 1]), [1, 0, 0]);
  });

  test("leaves the pivot where it is", () => {
    const own: Vector3 = [0.5, -1, 2];
    const pivot = transformPoint(placement, own);
    expectClose(transformPoint(movePlacement(placement, { turn: 0.7, about: "x", pivot, scale: 1.5 }), own), pivot);
  });
});

describe("the angles of a rotation", () => {
  test.each([
    { yaw: 0, pitch: 0, roll: 0 },
    { yaw: 2.9, pitch: -0.3, roll: 0.2 },
    { yaw: -1.2, pitch: 1.5, roll: -3 },
  ])("round-trip: %o", (turns) => {
    const read = toTurns(fromTurns(turns));
    expectClose([read.yaw, read.pitch, read.roll], [turns.yaw, turns.pitch, turns.roll]);
  });

  test("of a scan tilted straight down still make the same rotation", () => {
    const given = fromTurns({ yaw: 0.8, pitch: Math.PI / 2, roll: 0 });
    expectClose(fromTurns(toTurns(given)), given);
  });

  test("of a scan that only turned are exactly upright", () => {
    const { pitch, roll } = toTurns([0, Math.sin(0.35), 0, Math.cos(0.35)]);
    expect([pitch, roll]).toEqual([0, 0]);
  });
});
