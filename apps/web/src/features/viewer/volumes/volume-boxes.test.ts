import { Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { SurfaceHit } from "../loaders/loaded-scan.ts";
import type { ScanVolume } from "../scene/scene.ts";
import { ScanVolumes } from "./scan-volumes.ts";
import { isHiddenByBoxes, toVolumeBoxes } from "./volume-boxes.ts";

const atOrigin = { position: [0, 0, 0], yaw: 0, scale: 1 } as const;
const crop: ScanVolume = { effect: "crop", position: [0, 0, 0], yaw: 0, size: [10, 4, 10] };
const erase: ScanVolume = { effect: "erase", position: [2, 0, 0], yaw: 0, size: [2, 2, 2] };
const hides = (volumes: readonly ScanVolume[], point: [number, number, number], placement = atOrigin) =>
  isHiddenByBoxes(toVolumeBoxes(volumes, placement), new Vector3(...point));

describe("what volumes hide", () => {
  it("is everything outside the crops, and everything inside the erased boxes", () => {
    expect(hides([], [99, 0, 0])).toBe(false);
    expect(hides([crop], [4.9, 1.9, 0])).toBe(false);
    expect(hides([crop], [5.1, 0, 0])).toBe(true);
    expect(hides([erase, crop], [2.9, 0, 0])).toBe(true);
    expect(hides([erase, crop], [3.1, 0, 0])).toBe(false);
    // Two crops show what lies in either.
    expect(hides([crop, { ...crop, position: [20, 0, 0] }], [21, 0, 0])).toBe(false);
  });

  it("turns, moves and grows with the scan", () => {
    const placement = { position: [100, 0, 0], yaw: Math.PI / 2, scale: 3 } as const;
    const box = toVolumeBoxes([erase], placement);
    // The box's centre at (2, 0, 0) lands at (100, 0, -6), and its half length of 1 becomes 3.
    expect(isHiddenByBoxes(box, new Vector3(102.9, 0, -6))).toBe(true);
    expect(isHiddenByBoxes(box, new Vector3(103.1, 0, -6))).toBe(false);
    expect(isHiddenByBoxes(box, new Vector3(100, 0, -2.9))).toBe(false);
  });
});

describe("a ray through volumes", () => {
  const surfaces = [1.2, 1.6, 2, 2.4, 2.8, 3.5];
  const ray = new Ray(new Vector3(0, 0, 0), new Vector3(1, 0, 0));
  let casts = 0;
  const cast = (_: Ray, { near = 0, far }: { near?: number; far: number }): SurfaceHit | null => {
    casts += 1;
    const distance = surfaces.find((at) => at >= near && at <= far);
    return distance === undefined
      ? null
      : { distance, point: new Vector3(distance, 0, 0), normal: new Vector3(-1, 0, 0), errorM: 0 };
  };
  const options = { far: 100, spread: 0, surfaces: "seen" } as const;

  it("hits the first visible surface, skipping everything hidden at once", () => {
    const volumes = new ScanVolumes();
    expect(volumes.raycast(ray, options, cast)?.distance).toBe(1.2);
    volumes.set(toVolumeBoxes([erase], atOrigin));
    casts = 0;
    expect(volumes.raycast(ray, options, cast)?.distance).toBe(3.5);
    expect(casts).toBe(2);
    volumes.set(toVolumeBoxes([{ ...crop, position: [4, 0, 0], size: [3.5, 1, 1] }], atOrigin));
    expect(volumes.raycast(ray, options, cast)?.distance).toBe(2.4);
    volumes.set(toVolumeBoxes([{ ...crop, position: [-20, 0, 0] }], atOrigin));
    expect(volumes.raycast(ray, options, cast)).toBeNull();
  });
});
