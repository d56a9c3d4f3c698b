import { expect, test } from "vitest";
import { startVolume } from "./start-volume.ts";

const bounds = { min: [-1, 0, 2], max: [5, 3, 4] } satisfies Parameters<typeof startVolume>[1];

test("a new crop hides nothing yet: it encloses the whole scan", () => {
  const { position, size } = startVolume("crop", bounds, [0, 0, 0]);
  for (const axis of [0, 1, 2] as const) {
    expect(position[axis] - size[axis] / 2).toBeLessThan(bounds.min[axis]);
    expect(position[axis] + size[axis] / 2).toBeGreaterThan(bounds.max[axis]);
  }
});

test("a new box to erase is a cube at the point in view, or in the centre", () => {
  expect(startVolume("erase", bounds, [1, 2, 3])).toEqual({ effect: "erase", position: [1, 2, 3], size: [1, 1, 1] });
  expect(startVolume("erase", bounds, null).position).toEqual([2, 1.5, 3]);
});
