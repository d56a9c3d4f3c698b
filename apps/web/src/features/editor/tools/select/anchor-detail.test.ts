import type { Vector3 } from "@blueprint/scene/vector";
import { expect, test } from "vitest";
import { choosePins, findDotAt, pinsMax } from "./anchor-detail.ts";

const line = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `a${index}`, position: [index, 0, 0] as Vector3 }));

test("few anchors are all pins", () => {
  const { pins, dots } = choosePins(line(pinsMax), new Set(), [0, 0, 0]);
  expect([pins.length, dots.length]).toEqual([pinsMax, 0]);
});

test("of many the nearest are pins, along with selected ones anywhere", () => {
  const { pins, dots } = choosePins(line(5_000), new Set(["a4999"]), [0, 0, 0]);
  expect(pins).toHaveLength(pinsMax);
  expect(dots).toHaveLength(5_000 - pinsMax);
  expect(pins.map(({ id }) => id)).toContain("a4999");
  expect(pins.map(({ id }) => id)).toContain("a0");
  expect(pins.map(({ id }) => id)).not.toContain(`a${pinsMax}`);
});

test("a click on a dot finds it, a click beside them finds nothing", () => {
  const toScreen = ([x]: Vector3) => ({ x: x * 10, y: 0 });
  expect(findDotAt(line(20), { x: 52, y: 1 }, 8, toScreen)).toBe("a5");
  expect(findDotAt(line(20), { x: 52, y: 30 }, 8, toScreen)).toBeNull();
});
