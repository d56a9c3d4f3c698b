import { describe, expect, test } from "vitest";
import {
  formatAmount,
  formatBytes,
  formatDate,
  formatDuration,
  formatLength,
  formatPercent,
  formatSpeed,
} from "./format.ts";

describe("formatted values", () => {
  test.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1_000, "1 kB"],
    [1_550, "1.6 kB"],
    [999_960, "1 MB"],
    [114_400_000, "114 MB"],
    [10_000_000_000, "10 GB"],
    [2 ** 53, "9 PB"],
  ])("%d bytes are %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  test("a speed is per second", () => expect(formatSpeed(12_340_000)).toBe("12.3 MB/s"));

  test.each([
    [0, "0 s"],
    [0.2, "1 s"],
    [59.5, "1 min"],
    [60, "1 min"],
    [125, "2 min 5 s"],
    [3_600, "1 h"],
    [5_460, "1 h 31 min"],
  ])("%d seconds are %s", (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  test("100 % appears only when everything has arrived", () => {
    expect(formatPercent(0.999)).toBe("99 %");
    expect(formatPercent(1)).toBe("100 %");
    expect(formatPercent(1.2)).toBe("100 %");
  });

  test("one uses the singular", () => {
    expect(formatAmount(1, "scan")).toBe("1 scan");
    expect(formatAmount(1_200, "scan")).toBe("1,200 scans");
    expect(formatAmount(2, "address", "addresses")).toBe("2 addresses");
  });

  test("lengths keep three digits", () => {
    expect([0.1234, 3.456, 12.34, 345.6].map(formatLength)).toEqual(["0.12", "3.46", "12.3", "346"]);
  });

  test("a date is in the person's own time zone", () => {
    // The tests run in Asia/Kathmandu, UTC+5:45.
    expect(formatDate("2026-11-20T20:00:00Z")).toBe("21 Nov 2026");
  });
});
