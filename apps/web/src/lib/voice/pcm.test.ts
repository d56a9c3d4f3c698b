import { expect, test } from "vitest";
import { decodeBase64, encodeBase64, fromPcm16, toPcm16 } from "./pcm.ts";

test("full scale becomes the largest 16-bit values, and what is louder is clamped", () => {
  expect([...toPcm16(new Float32Array([0, 1, -1, 1.5, -7, 0.5]))]).toEqual([
    0, 32_767, -32_768, 32_767, -32_768, 16_384,
  ]);
});

test("samples survive the way through floating point", () => {
  const samples = new Int16Array([0, 1, -1, 12_345, -12_345, 32_767, -32_768]);
  for (const [at, sample] of toPcm16(fromPcm16(samples)).entries()) {
    expect(Math.abs(sample - samples[at]!)).toBeLessThanOrEqual(1);
  }
});

test("base64 holds the low byte first", () => {
  expect(encodeBase64(new Int16Array([0x0102, -2]))).toBe("AgH+/w==");
  expect([...decodeBase64("AgH+/w==")]).toEqual([0x0102, -2]);
});

test("a part of a longer recording is encoded alone", () => {
  expect(encodeBase64(new Int16Array([7, 0x0102, -2, 7]).subarray(1, 3))).toBe("AgH+/w==");
});

test("ten seconds of samples survive base64", () => {
  const samples = new Int16Array(16_000 * 10).map((_, at) => at * 31);
  expect(decodeBase64(encodeBase64(samples))).toEqual(samples);
});

test("an odd last byte is dropped", () => {
  expect([...decodeBase64("AgH+")]).toEqual([0x0102]);
  expect(decodeBase64("")).toHaveLength(0);
});

test("what is not base64 is refused", () => {
  expect(() => decodeBase64("?")).toThrow(expect.objectContaining({ name: "InvalidCharacterError" }));
});
