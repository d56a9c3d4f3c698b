import { Matrix4, Ray, Sphere, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { fitPlaneNormal } from "./plane-fit.ts";
import { raycastPoints } from "./raycast-points.ts";

/** A wall of points at z = −4 in the scene, stored as integers, ten per metre. */
function buildWall() {
  const numbers: number[] = [];
  for (let x = -10; x <= 10; x++) for (let y = -10; y <= 10; y++) numbers.push(x, y, 0);
  return {
    points: { positions: Int16Array.from(numbers), count: numbers.length / 3, stride: 3, offset: 0 },
    matrix: new Matrix4().makeTranslation(0, 0, -4).multiply(new Matrix4().makeScale(0.1, 0.1, 0.1)),
    errorM: 0.05,
    sphere: new Sphere(new Vector3(0, 0, -4), 1.5),
  };
}
const options = { far: 50, spread: 0.02, surfaces: "seen" } as const;

describe("raycastPoints", () => {
  it("hits a wall of points with its distance in metres and its normal", () => {
    const ray = new Ray(new Vector3(0.31, 0.2, 0), new Vector3(0, 0, -1));
    const hit = raycastPoints([buildWall()], ray, options);
    expect(hit?.distance).toBeCloseTo(4, 5);
    expect(hit?.point.x).toBeCloseTo(0.3, 5);
    expect(hit?.normal.z).toBeCloseTo(1, 5);
    expect(hit?.errorM).toBe(0.05);
  });

  it("distinguishes a stray point from one on a surface", () => {
    const ray = new Ray(new Vector3(0.31, 0.2, 0), new Vector3(0, 0, -1));
    expect(raycastPoints([buildWall()], ray, options)?.isLoose).toBeUndefined();
    const points = { positions: [0.31, 0.2, -2], count: 1, stride: 3, offset: 0 };
    const stray = { points, matrix: new Matrix4(), errorM: 0.05 };
    expect(raycastPoints([buildWall(), stray], ray, options)).toMatchObject({ distance: 2, isLoose: true });
  });

  it("misses points beside it or out of reach", () => {
    const beside = new Ray(new Vector3(3, 0, 0), new Vector3(0, 0, -1));
    expect(raycastPoints([buildWall()], beside, options)).toBeNull();
    const towards = new Ray(new Vector3(0, 0, 0), new Vector3(0, 0, -1));
    expect(raycastPoints([buildWall()], towards, { ...options, far: 3 })).toBeNull();
  });
});

describe("fitPlaneNormal", () => {
  it("finds the slope of a roof", () => {
    const roof: number[] = [];
    for (let x = 0; x < 4; x++) for (let z = 0; z < 4; z++) roof.push(x, x * 0.5, z);
    const [x, y, z] = fitPlaneNormal(roof) ?? [0, 0, 0];
    expect(Math.abs(x / y)).toBeCloseTo(0.5, 5);
    expect(z).toBeCloseTo(0, 5);
  });

  it("fits nothing to a line or to a few points", () => {
    expect(fitPlaneNormal(Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? i : 0)))).toBeNull();
    expect(fitPlaneNormal([0, 0, 0, 1, 0, 0, 0, 0, 1])).toBeNull();
  });
});
