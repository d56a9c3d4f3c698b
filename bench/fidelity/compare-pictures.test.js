import { expect, test } from "vitest";
import { findMask, measureFlip, measureOutlines, measureSsim } from "./compare-pictures.js";

const [width, height] = [40, 24];
const paint = (colourAt) => {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) data.set(colourAt(at % width, Math.floor(at / width)), at * 3);
  return { width, height, data };
};
const flat = (...colour) => paint(() => colour);
const [grey, blue] = [
  [128, 128, 128],
  [0, 0, 255],
];
const square = (left, background = grey) =>
  paint((x, y) => (x >= left && x < left + 10 && y > 5 && y < 16 ? grey : background));

test("SSIM is 1 for equal pictures, and the luminance term alone for flat ones", () => {
  expect(measureSsim(square(8, blue), square(8, blue))).toBeCloseTo(1, 10);
  const c1 = (0.01 * 255) ** 2;
  const expected = (2 * 100 * 200 + c1) / (100 ** 2 + 200 ** 2 + c1);
  expect(measureSsim(flat(100, 100, 100), flat(200, 200, 200))).toBeCloseTo(expected, 6);
  expect(measureSsim(square(8, blue), square(12, blue))).toBeLessThan(0.9);
});

test("FLIP is 0 for equal pictures, 1 for green and blue, and 0.967 for black and white", () => {
  expect(measureFlip(square(8, blue), square(8, blue))).toBe(0);
  expect(measureFlip(flat(0, 255, 0), flat(0, 0, 255))).toBeCloseTo(1, 6);
  expect(measureFlip(flat(0, 0, 0), flat(255, 255, 255))).toBeCloseTo(0.967, 3);
});

test("outlines deviate by the pixels that a shape is moved", () => {
  // Grey in front of grey: only the other background tells them apart.
  const mask = (left) => findMask(square(left), grey, square(left, blue), blue);
  expect(measureOutlines(mask(8), mask(8), width, height)).toEqual({ p95: 0, max: 0 });
  expect(measureOutlines(mask(8), mask(11), width, height)?.max).toBe(3);
  const none = findMask(flat(...grey), grey, flat(...blue), blue);
  expect(measureOutlines(none, none, width, height)).toBeNull();
  expect(measureOutlines(none, mask(8), width, height)?.max).toBe(Infinity);
});
