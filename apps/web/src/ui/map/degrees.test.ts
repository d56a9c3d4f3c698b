import { describe, expect, it, test } from "vitest";
import { formatGeoPoint, readCoordinatePair, readDegrees, toGeoPoint } from "./degrees.ts";

describe("typed degrees", () => {
  it.each<[string, 90 | 180, number]>([
    ["60.393", 90, 60.393],
    [" -8,5 ", 180, -8.5],
    ["−33.9", 90, -33.9],
    ["+12", 90, 12],
    ["47.4° N", 90, 47.4],
    ["47.4S", 90, -47.4],
    ["70.5 w", 180, -70.5],
    ["180", 180, 180],
    ["-90", 90, -90],
    ["0", 90, 0],
    ["-0", 90, 0],
  ])("%s is read", (text, max, degrees) => {
    expect(readDegrees(text, max)).toBe(degrees);
  });

  it.each<[string, 90 | 180]>([
    ["", 90],
    ["north", 90],
    ["NaN", 90],
    ["Infinity", 180],
    ["1e5", 180],
    ["90.01", 90],
    ["-180.5", 180],
    ["12.3.4", 90],
    ["-5 S", 90],
    ["5 E", 90],
    ["5 N", 180],
    ["0x10", 90],
  ])("%s is refused", (text, max) => {
    expect(readDegrees(text, max)).toBeNull();
  });

  it.each([
    ["60.393, 5.324", 60.393, 5.324],
    ["60.393 5.324", 60.393, 5.324],
    ["60.393,5.324", 60.393, 5.324],
    ["60,393; 5,324", 60.393, 5.324],
    ["33.9° S, 18.4° E", -33.9, 18.4],
  ])("the pair %s is split", (text, latitude, longitude) => {
    expect(readCoordinatePair(text)).toEqual({ latitude, longitude });
  });

  it.each(["60.393", "60,39", "60,3 N", "95, 5", "a, b", "1, 2, 3", "", "47.4 N"])("“%s” is not a pair", (text) => {
    expect(readCoordinatePair(text)).toBeNull();
  });
});

test("a point past the 180th meridian continues from the other side, one past a pole stays at it", () => {
  expect(toGeoPoint({ latitude: 91, longitude: 190 })).toEqual({ latitude: 90, longitude: -170 });
  expect(toGeoPoint({ latitude: -0.000_001, longitude: -540 })).toEqual({ latitude: 0, longitude: -180 });
  expect(toGeoPoint({ latitude: 1.234_567_8, longitude: 180 })).toEqual({ latitude: 1.234_57, longitude: 180 });
});

test("a point is written with compass directions", () => {
  expect(formatGeoPoint({ latitude: -33.9, longitude: 18.4 })).toBe("33.90000° S, 18.40000° E");
});
