import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cityPopulationMin } from "../../apps/web/src/ui/map/gazetteer.ts";
import {
  type NearShapes,
  nearStepsPerDegree,
  unpackLine,
  type WorldShapes,
} from "../../apps/web/src/ui/map/world-shapes.ts";
import { otherCityNames } from "./other-city-names.ts";
import { readSettlements } from "./read-settlements.ts";
import { readNearShapes, readWorldAtlas } from "./read-world-atlas.ts";

const dataDir = new URL("../../apps/web/src/ui/map/data/", import.meta.url);
const world = JSON.parse(readFileSync(new URL("world.gen.json", dataDir), "utf8")) as WorldShapes;

test("the committed shapes are the script's output for the atlas", () => {
  expect(JSON.parse(JSON.stringify(readWorldAtlas()))).toEqual(world);
});

test("close-up shapes draw a city's coast with more than a few lines", () => {
  const near = JSON.parse(readFileSync(new URL("near.gen.json", dataDir), "utf8")) as NearShapes;
  expect(JSON.parse(JSON.stringify(readNearShapes()))).toEqual(near);
  // Half a degree around each: what a map of the city shows.
  for (const [city, longitude, latitude] of [
    ["Göteborg", 11.97, 57.7],
    ["Hong Kong", 114.17, 22.3],
    ["Sydney", 151.2, -33.87],
    ["San Francisco", -122.42, 37.77],
  ] as const) {
    const corners = near.land
      .flat()
      .flatMap((ring) => unpackLine(ring, nearStepsPerDegree))
      .filter(([x, y]) => Math.abs(x - longitude) < 0.5 && Math.abs(y - latitude) < 0.5);
    expect(corners.length, city).toBeGreaterThan(40);
  }
});

test("every alternative name belongs to a known city", () => {
  const known = new Set(readSettlements(cityPopulationMin).map(({ country, name }) => `${country} ${name}`));
  const named = Object.entries(otherCityNames).flatMap(([country, names]) =>
    Object.keys(names).map((name) => `${country} ${name}`),
  );
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("every outline is closed, and none jumps across the map", () => {
  for (const ring of world.land.flat()) {
    const line = unpackLine(ring);
    expect(line.at(-1)).toEqual(line[0]);
    // Only the edge below Antarctica spans all longitudes.
    const jumps = line.filter(([x], index) => Math.abs(x - (line[index - 1]?.[0] ?? x)) > 30);
    expect(jumps.length).toBeLessThanOrEqual(line.some(([, y]) => y === -90) ? 2 : 0);
  }
  for (const border of world.borders)
    for (const [x, y] of unpackLine(border)) expect(Math.abs(x) <= 180 && Math.abs(y) <= 90).toBe(true);
});

test("countries are named where they are", () => {
  const at = (name: string) => world.countries.find((country) => country.name === name)?.at;
  for (const [name, longitude, latitude] of [
    ["Russia", 100, 62],
    ["Norway", 11, 62],
    ["Fiji", 178, -18],
    ["New Zealand", 171, -44],
  ] as const) {
    const [x = Number.NaN, y = Number.NaN] = at(name) ?? [];
    expect(Math.abs(x - longitude), name).toBeLessThan(6);
    expect(Math.abs(y - latitude), name).toBeLessThan(6);
  }
});
