import { tooFastPauseMs } from "@blueprint/contract/collaboration";
import { expect, test } from "vitest";
import { ChangeRate } from "./change-rate.ts";

const megabyte = 1024 * 1024;

test("allows a burst, then a steady rate, and asks people who send more to stay away for a while", () => {
  let now = 0;
  const rate = new ChangeRate(() => now);
  for (let index = 0; index < 4; index += 1) expect(rate.take("ada", "comment", megabyte)).toBe(true);
  expect(rate.readPauseMs("ada", "comment")).toBe(0);
  expect(rate.take("ada", "comment", 1)).toBe(false);
  expect(rate.readPauseMs("ada", "comment")).toBe(tooFastPauseMs);
  // It affects neither other users nor documents that the same user edits.
  expect(rate.take("ben", "comment", megabyte)).toBe(true);
  expect(rate.take("ada", "edit", 60 * megabyte)).toBe(true);
  now += tooFastPauseMs;
  expect(rate.readPauseMs("ada", "comment")).toBe(0);
  expect(rate.take("ada", "comment", 600 * 1024)).toBe(true);
  expect(rate.take("ada", "comment", 600 * 1024)).toBe(false);
});

test("refused changes count for nothing: eventually even the largest message gets through", () => {
  let now = 0;
  const rate = new ChangeRate(() => now);
  expect(rate.take("ada", "comment", 4 * megabyte)).toBe(true);
  let tries = 0;
  do {
    now += tooFastPauseMs;
    tries += 1;
  } while (!rate.take("ada", "comment", 4 * megabyte) && tries < 20);
  expect(tries).toBe(7);
});

test("the smallest messages count too", () => {
  const rate = new ChangeRate(() => 0);
  let taken = 0;
  while (rate.take("ada", "read", 1)) taken += 1;
  expect(taken).toBe(16_384);
});
