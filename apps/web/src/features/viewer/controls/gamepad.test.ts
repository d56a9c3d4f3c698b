import { expect, it } from "vitest";
import { restingMotion } from "../camera/camera-rig.ts";
import { readGamepad } from "./gamepad.ts";

const buildPad = (axes: readonly number[], held: readonly number[] = []) => ({
  axes,
  buttons: Array.from({ length: 17 }, (_, index) => {
    const pressed = held.includes(index);
    return { pressed, touched: pressed, value: pressed ? 1 : 0 };
  }),
});

it("rests while its sticks only drift, in any direction", () => {
  expect(readGamepad(buildPad([0.1, -0.1, -0.08, 0.12])).motion).toBe(restingMotion);
});

it("moves with the left stick and looks with the right one", () => {
  expect(readGamepad(buildPad([0, -1, 1, 0])).motion).toMatchObject({ forward: 1, right: 0, turnLeft: -1, turnUp: 0 });
  expect(readGamepad(buildPad([1, 0, 0, -1])).motion).toMatchObject({ forward: 0, right: 1, turnLeft: 0, turnUp: 1 });
});

it("starts gently and is no faster diagonally", () => {
  const { forward } = readGamepad(buildPad([0, -0.2, 0, 0])).motion;
  expect(forward).toBeGreaterThan(0);
  expect(forward).toBeLessThan(0.05);
  const askew = readGamepad(buildPad([1, -1, 0, 0])).motion;
  expect(Math.hypot(askew.forward, askew.right)).toBeCloseTo(1, 9);
});

it("rises, sinks, runs and jumps with its buttons", () => {
  expect(readGamepad(buildPad([0, 0, 0, 0], [7])).motion.up).toBe(1);
  expect(readGamepad(buildPad([0, 0, 0, 0], [6])).motion.up).toBe(-1);
  expect(readGamepad(buildPad([0, -1, 0, 0], [10])).motion.run).toBe(true);
  expect(readGamepad(buildPad([0, 0, 0, 0], [0])).isJumpHeld).toBe(true);
});
