import { expect, test } from "vitest";
import { fitAddress, measureMono } from "./fit-address.ts";

const address = "blueprint.example/go?c=bcdfghjk";

test("an address stands on one line where it fits", () => {
  expect(fitAddress(address, measureMono(address, 8), 2, [8, 5])).toEqual({ pt: 8, lines: [address] });
});

test("an address shrinks before it breaks, and breaks before a slash", () => {
  expect(fitAddress(address, measureMono(address, 6.1), 2, [8, 6])).toEqual({ pt: 6, lines: [address] });
  expect(fitAddress(address, measureMono(address, 4), 2, [8, 6])?.lines).toEqual([
    "blueprint.example",
    "/go?c=bcdfghjk",
  ]);
});

test("an address keeps all of its letters when it breaks anywhere, and is refused when it can't", () => {
  const long = `${"museum".repeat(9)}.example/go?c=bcdfghjk`;
  const fitted = fitAddress(long, measureMono(long, 2.6), 3, [8, 6]);
  expect(fitted?.lines.join("")).toBe(long);
  expect(fitted?.lines).toHaveLength(3);
  expect(fitAddress(long, 20, 2, [8, 6])).toBeNull();
});
