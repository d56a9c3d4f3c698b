import { describe, expect, test } from "vitest";
import type { Point2, Quaternion } from "./scene-field.ts";
import { SceneInputError } from "./scene-input-error.ts";
import {
  fitPlaneSimilarity,
  fitSimilarity,
  fitUprightSimilarity,
  invertPlaneSimilarity,
  multiplyRotations,
  rotate,
  transformPoint,
  transformPoint2,
} from "./similarity.ts";
import { createRandom } from "./testing/random.ts";
import type { Vector3 } from "./vector.ts";

const random = createRandom(21);
const between = (low: number, high: number) => low + random() * (high - low);

describe("similarities of the plane", () => {
  test("two exact pairs give scale, angle and shift, and the inverse undoes them", () => {
    for (let round = 0; round < 50; round += 1) {
      const truth = { scale: between(0.001, 3), angle: between(-3.1, 3.1), shift: [between(-50, 50), 7] as Point2 };
      const points: Point2[] = [
        [between(0, 900), between(0, 900)],
        [between(1_000, 2_000), between(1_000, 2_000)],
      ];
      const { similarity, rms } = fitPlaneSimilarity(
        points.map((from) => ({ from, to: transformPoint2(truth, from) })),
      );
      expect(similarity.scale).toBeCloseTo(truth.scale, 9);
      expect(similarity.angle).toBeCloseTo(truth.angle, 9);
      expect(rms).toBeLessThan(1e-9);
      const there = transformPoint2(similarity, [123, 456]);
      expect(transformPoint2(invertPlaneSimilarity(similarity), there)).toEqual([
        expect.closeTo(123, 6),
        expect.closeTo(456, 6),
      ]);
    }
  });

  test("a third pair that is off shows its deviation, and no other similarity is closer", () => {
    const pairs: { from: Point2; to: Point2 }[] = [
      { from: [0, 0], to: [0, 0] },
      { from: [100, 0], to: [10, 0] },
      { from: [100, 100], to: [10, 10.4] },
    ];
    const { similarity, rms, residuals } = fitPlaneSimilarity(pairs);
    expect(residuals.every((residual) => residual > 0.01)).toBe(true);
    const measure = (scale: number, angle: number, shift: Point2) =>
      Math.sqrt(
        pairs.reduce((sum, { from, to }) => {
          const [x, y] = transformPoint2({ scale, angle, shift }, from);
          return sum + (x - to[0]) ** 2 + (y - to[1]) ** 2;
        }, 0) / 3,
      );
    const { scale, angle, shift } = similarity;
    expect(measure(scale, angle, shift)).toBeCloseTo(rms, 12);
    for (const step of [-1e-3, 1e-3]) {
      expect(measure(scale * (1 + step), angle, shift)).toBeGreaterThan(rms);
      expect(measure(scale, angle + step, shift)).toBeGreaterThan(rms);
      expect(measure(scale, angle, [shift[0] + step, shift[1]])).toBeGreaterThan(rms);
    }
  });

  test("one pair, or the same point twice, is refused with an explanation", () => {
    const same = { from: [1, 1] as Point2, to: [2, 2] as Point2 };
    expect(() => fitPlaneSimilarity([same])).toThrow(SceneInputError);
    expect(() => fitPlaneSimilarity([same, same])).toThrow(SceneInputError);
  });
});

describe("similarities of space", () => {
  const makeRotation = (): Quaternion => {
    const parts = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)] as const;
    const length = Math.hypot(...parts);
    return [parts[0] / length, parts[1] / length, parts[2] / length, parts[3] / length];
  };
  const makePoint = (): Vector3 => [between(-20, 20), between(-20, 20), between(-20, 20)];

  test("three exact pairs give any rotation, scale and shift", () => {
    for (let round = 0; round < 50; round += 1) {
      const truth = { scale: between(0.01, 50), rotation: makeRotation(), position: makePoint() };
      const pairs = [makePoint(), makePoint(), makePoint()].map((from) => ({ from, to: transformPoint(truth, from) }));
      const { similarity, rms } = fitSimilarity(pairs);
      expect(rms).toBeLessThan(1e-6);
      expect(similarity.scale).toBeCloseTo(truth.scale, 6);
      const [there, expected] = [transformPoint(similarity, [1, 2, 3]), transformPoint(truth, [1, 2, 3])];
      for (const axis of [0, 1, 2] as const) expect(there[axis]).toBeCloseTo(expected[axis], 5);
    }
  });

  test("two pairs place an upright scan", () => {
    const truth = {
      scale: 0.5,
      rotation: [0, Math.sin(0.6), 0, Math.cos(0.6)] as Quaternion,
      position: [3, 1, -2] as Vector3,
    };
    const from: Vector3[] = [
      [1, 2, 3],
      [9, 4, -5],
    ];
    const { similarity, rms } = fitUprightSimilarity(
      from.map((point) => ({ from: point, to: transformPoint(truth, point) })),
    );
    expect(rms).toBeLessThan(1e-9);
    expect(similarity.rotation[1]).toBeCloseTo(truth.rotation[1], 9);
    expect(similarity.scale).toBeCloseTo(0.5, 9);
  });

  test("points on one line are refused: they leave the rotation open", () => {
    const onLine = ([0, 1, 2] as const).map((at) => ({ from: [at, at, 0] as Vector3, to: [at, 0, at] as Vector3 }));
    expect(() => fitSimilarity(onLine)).toThrow(SceneInputError);
  });

  test("successive rotations combine into one", () => {
    const [a, b, point] = [makeRotation(), makeRotation(), makePoint()];
    const [once, twice] = [rotate(multiplyRotations(a, b), point), rotate(a, rotate(b, point))];
    for (const axis of [0, 1, 2] as const) expect(once[axis]).toBeCloseTo(twice[axis], 9);
  });
});
