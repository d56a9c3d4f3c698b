import { setPackedSplat } from "@sparkjsdev/spark";
import { Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { type DrawnSplats, raycastDrawnSplats } from "./raycast-drawn-splats.ts";

interface Splat {
  readonly at: readonly [number, number, number];
  readonly opacity?: number;
}

const flat = [0.02, 0.02, 0.001] as const;

/** Flat splats that face z, drawn in reverse order after one that is not drawn. */
function draw(splats: readonly Splat[], lodOpacity = false): DrawnSplats {
  const packed = new Uint32Array((splats.length + 1) * 4);
  const [lnScaleMin, lnScaleMax] = [-12, 9];
  setPackedSplat(packed, 0, 0, 0, -1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1);
  for (const [index, { at, opacity = 1 }] of splats.entries())
    setPackedSplat(packed, index + 1, ...at, ...flat, 0, 0, 0, 1, lodOpacity ? opacity / 2 : opacity, 1, 1, 1);
  const indices = Uint32Array.from({ length: splats.length + 4 }, (_, at) => Math.max(0, splats.length - at));
  return { packed, indices, count: splats.length, lnScaleMin, lnScaleMax, lodOpacity };
}

const cast = (splats: DrawnSplats, x = 0, spread = 0, near = 0) =>
  raycastDrawnSplats(splats, new Ray(new Vector3(x, 0, 0), new Vector3(0, 0, -1)), {
    near,
    far: 100,
    spread,
    surfaces: "seen",
  });

describe("a ray among drawn splats", () => {
  const wall = draw(
    Array.from({ length: 400 }, (_, at) => ({ at: [(at % 20) * 0.04 - 0.4, Math.floor(at / 20) * 0.04 - 0.4, -5] })),
  );

  it("hits the splats of a wall within centimetres, with a normal that faces the eye", () => {
    const hit = cast(wall)!;
    expect(hit.distance).toBeCloseTo(5, 2);
    expect(hit.normal.toArray()).toEqual([0, 0, 1].map((value) => expect.closeTo(value, 1) as number));
    expect(hit.errorM).toBeGreaterThan(0.02);
    expect(hit.errorM).toBeLessThan(0.04);
  });

  it("hits nothing beside the wall, except within its cone, and nothing before the minimum distance", () => {
    expect(cast(wall, 0.6)).toBeNull();
    expect(cast(wall, 0.6, 0.05)).not.toBeNull();
    expect(cast(wall, 0, 0, 5.1)).toBeNull();
  });

  it("passes through haze, but not through merged splats whose opacity is packed at half", () => {
    const behind = { at: [0, 0, -5] } as const;
    expect(cast(draw([{ at: [0, 0, -3], opacity: 0.2 }, behind]))!.distance).toBeCloseTo(5, 1);
    expect(cast(draw([{ at: [0, 0, -3], opacity: 0.5 }, behind], true))!.distance).toBeCloseTo(3, 1);
  });

  it("is less certain far from the origin, where packed coordinates are coarser", () => {
    expect(cast(draw([{ at: [0, 0, -60] }]))!.errorM).toBeGreaterThan(cast(draw([{ at: [0, 0, -5] }]))!.errorM + 0.02);
  });
});
