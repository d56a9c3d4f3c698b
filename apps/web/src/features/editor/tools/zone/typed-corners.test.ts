import { expect, test } from "vitest";
import { formatCorners, parseCorners } from "./typed-corners.ts";

test("reads corners the way people write them", () => {
  const expected = [
    [0, 0],
    [4.5, -1],
    [4, 3.25],
  ];
  for (const text of [
    "0 0\n4.5 -1\n4 3.25",
    "0, 0\n4.5, -1\n\n4, 3.25\n",
    "(0; 0)\n(4.5; -1)\n(4; 3.25)",
    "0,0\n4.5,-1\n4,3.25",
  ]) {
    expect(parseCorners(text).corners).toEqual(expected);
  }
  expect(parseCorners("0 0\n4,5 -1\n4 3,25").corners).toEqual(expected);
});

test("names an invalid line", () => {
  for (const line of ["four", "1", "1 2 3", "1 -"]) {
    expect(parseCorners(`0 0\n${line}`)).toEqual({ corners: null, problem: expect.stringContaining("Line 2") });
  }
});

test("its output reads back", () => {
  const text = formatCorners([
    [0.1 + 0.2, -5],
    [1e-9, 12.3456],
  ]);
  expect(text).toBe("0.3 -5\n0 12.346");
  expect(parseCorners(text).corners).toEqual([
    [0.3, -5],
    [0, 12.346],
  ]);
});
