import { expect, it } from "vitest";
import { findCity } from "./find-city.ts";

it("finds the city around a location", () => {
  expect(findCity(60.3975, 5.3221)).toBe("Bergen, Norway");
  expect(findCity(35.6764, 139.65)).toMatch(/, Japan$/);
  expect(findCity(45.523, -122.676)).toBe("Portland, OR, United States");
});

it("prefers a suburb with a name of its own to the metropolis beside it", () => {
  expect(findCity(37.8044, -122.2712)).toBe("Oakland, CA, United States");
});

it("finds cities across the date line, and none at sea", () => {
  expect(findCity(-16.79, -179.99)).not.toContain("undefined");
  expect(findCity(0, -140)).toBe("");
  expect(findCity(90, 0)).toBe("");
  expect(findCity(null, null)).toBe("");
});
