import { Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { clipRay } from "./clip-ray.ts";

const options = { far: 100, spread: 0, surfaces: "seen" } as const;
const rayFrom = (y: number, rise: number) => new Ray(new Vector3(0, y, 0), new Vector3(0, rise, 0));

describe("clipRay", () => {
  it("leaves rays alone without a cut, and those that stay below it", () => {
    expect(clipRay(rayFrom(8, -1), options, null)).toBe(options);
    expect(clipRay(rayFrom(1, -1), options, 2)).toBe(options);
  });

  it("starts at the cut from above, and ends there from below", () => {
    expect(clipRay(rayFrom(8, -1), options, 2)).toEqual({ ...options, near: 6 });
    expect(clipRay(rayFrom(1, 1), options, 2)).toEqual({ ...options, far: 1 });
  });

  it("hits nothing above the cut", () => {
    expect(clipRay(rayFrom(8, 1), options, 2)).toBeNull();
    expect(clipRay(rayFrom(8, -1), { ...options, far: 5 }, 2)).toBeNull();
  });
});
