import { describe, expect, it } from "vitest";
import type { SplatArrays } from "./read-spz.ts";
import { shadeSplats } from "./shade-splats.ts";

/** One grey splat; the coefficients are the same for all channels. */
function oneSplat(degree: 0 | 1 | 2 | 3, coefficients: readonly number[], centre: readonly number[] = [0, 0, 0]) {
  return {
    count: 1,
    centres: Float32Array.from(centre),
    scales: new Float32Array(3),
    rotations: Float32Array.of(0, 0, 0, 1),
    opacities: Uint8Array.of(255),
    colours: Float32Array.of(0.5, 0.5, 0.5),
    degree,
    harmonics: Uint8Array.from(coefficients.flatMap((value) => new Array(3).fill(Math.round(value * 128 + 128)))),
  } satisfies SplatArrays;
}

/** Red, from 0 to 1, as seen from a place. */
function shadeFrom(splat: SplatArrays, x: number, y: number, z: number): number {
  const into = new Uint8Array(4);
  shadeSplats(splat, { x, y, z }, into);
  expect(into[1]).toBe(into[0]);
  expect(into[3]).toBe(0);
  return into[0]! / 255;
}

const one = (at: number, of: number) => Array.from({ length: of }, (_, index) => (index === at ? 0.5 : 0));
/** Steps of a byte. */
const digits = 2;

describe("shadeSplats", () => {
  it("gives one colour in all directions without harmonics", () => {
    expect(shadeFrom(oneSplat(0, []), 0, 0, 5)).toBeCloseTo(0.5, digits);
    expect(shadeFrom(oneSplat(0, []), 3, -1, 0)).toBeCloseTo(0.5, digits);
  });

  it("follows the first degree along each axis, whatever the distance", () => {
    // Half of √(3 / 4π), against the direction from the eye to the splat.
    const change = 0.5 * Math.sqrt(3 / (4 * Math.PI));
    expect(shadeFrom(oneSplat(1, one(0, 3)), 0, 2, 0)).toBeCloseTo(0.5 + change, digits);
    expect(shadeFrom(oneSplat(1, one(0, 3)), 0, -20, 0)).toBeCloseTo(0.5 - change, digits);
    expect(shadeFrom(oneSplat(1, one(1, 3)), 0, 0, 1)).toBeCloseTo(0.5 - change, digits);
    expect(shadeFrom(oneSplat(1, one(2, 3), [4, 0, 0]), 1, 0, 0)).toBeCloseTo(0.5 - change, digits);
  });

  it("uses an orthonormal basis in degrees two and three", () => {
    // Over the sphere, the square of each function integrates to one, and products of two vanish.
    const directions = Array.from({ length: 4000 }, (_, at) => {
      const z = 1 - (2 * (at + 0.5)) / 4000;
      const turn = at * Math.PI * (3 - Math.sqrt(5));
      return [Math.cos(turn) * Math.sqrt(1 - z * z), Math.sin(turn) * Math.sqrt(1 - z * z), z] as const;
    });
    const values = Array.from({ length: 15 }, (_, at) => {
      const splat = oneSplat(3, one(at, 15));
      return directions.map(([x, y, z]) => (shadeFrom(splat, x, y, z) - 0.5) / 0.5);
    });
    for (let a = 0; a < 15; a++) {
      for (let b = 0; b <= a; b++) {
        const product = values[a]!.reduce((sum, value, at) => sum + value * values[b]![at]!, 0);
        expect((product / directions.length) * 4 * Math.PI, `${a} and ${b}`).toBeCloseTo(a === b ? 1 : 0, 1);
      }
    }
  });

  it("stays within the range of a display", () => {
    expect(shadeFrom({ ...oneSplat(1, [0, 0.99, 0]), colours: Float32Array.of(0.9, 0.9, 0.9) }, 0, 0, -1)).toBe(1);
    expect(shadeFrom({ ...oneSplat(1, [0, 0.99, 0]), colours: Float32Array.of(0.1, 0.1, 0.1) }, 0, 0, 1)).toBe(0);
  });
});
