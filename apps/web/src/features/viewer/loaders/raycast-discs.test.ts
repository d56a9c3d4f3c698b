import { Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { raycastDiscs, type SplatDiscs } from "./raycast-discs.ts";

const options = { far: 100, spread: 0, surfaces: "seen" } as const;
const discsOf = (discs: readonly { centre: number[]; normal: number[]; radius: number }[]): SplatDiscs => ({
  count: discs.length,
  centres: Float32Array.from(discs.flatMap(({ centre }) => centre)),
  normals: Float32Array.from(discs.flatMap(({ normal }) => normal)),
  radii: Float32Array.from(discs.map(({ radius }) => radius)),
});
const from = (x: number, y: number, z: number, dx: number, dy: number, dz: number) =>
  new Ray(new Vector3(x, y, z), new Vector3(dx, dy, dz).normalize());

describe("pointing at splats", () => {
  // A floor of four discs, and one high above it, facing down.
  const floor = discsOf([
    ...[-1, 1].flatMap((x) => [-1, 1].map((z) => ({ centre: [x, 0, z], normal: [0, 1, 0], radius: 1.2 }))),
    { centre: [0, 5, 0], normal: [0, -1, 0], radius: 0.5 },
  ]);

  it("hits a disc in its plane, off its centre too", () => {
    const hit = raycastDiscs(floor, from(0.4, 2, 0.3, 0, -1, 0), options);
    expect(hit?.point.toArray()).toEqual([expect.closeTo(0.4), expect.closeTo(0), expect.closeTo(0.3)]);
    expect(hit?.distance).toBeCloseTo(2);
    expect(hit?.errorM).toBeCloseTo(1.2);
    expect(hit?.normal.toArray()).toEqual([0, 1, 0]);
  });

  it("hits the nearest, and turns its normal to the eye", () => {
    const hit = raycastDiscs(floor, from(0, 9, 0, 0, -1, 0), options);
    expect(hit?.point.y).toBeCloseTo(5);
    expect(hit?.normal.toArray()[1]).toBeCloseTo(1);
  });

  it("hits nothing beside, behind or beyond", () => {
    expect(raycastDiscs(floor, from(4, 2, 0, 0, -1, 0), options)).toBeNull();
    expect(raycastDiscs(floor, from(0.4, -1, 0.3, 0, -1, 0), options)).toBeNull();
    expect(raycastDiscs(floor, from(0.4, 2, 0.3, 0, -1, 0), { ...options, far: 1.5 })).toBeNull();
  });

  it("hits an edge-on disc at its centre, within the cone of the ray", () => {
    const wall = discsOf([{ centre: [0, 0, -3], normal: [1, 0, 0], radius: 0.01 }]);
    expect(raycastDiscs(wall, from(0, 0, 0, 0, 0, -1), options)?.distance).toBeCloseTo(3);
    expect(raycastDiscs(wall, from(0.05, 0, 0, 0, 0, -1), options)).toBeNull();
    expect(raycastDiscs(wall, from(0.05, 0, 0, 0, 0, -1), { ...options, spread: 0.02 })).not.toBeNull();
  });
});
