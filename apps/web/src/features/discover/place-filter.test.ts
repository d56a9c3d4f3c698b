import { expect, test } from "vitest";
import {
  everyPlace,
  listChosen,
  type PlaceFilter,
  placeSearchSchema,
  readFilter,
  toggleFeature,
  toQuery,
  writeFilter,
} from "./place-filter.ts";

const filter: PlaceFilter = {
  search: "harbour",
  industry: "museum",
  city: "Bergen, Norway",
  scan: "splat",
  features: ["tour", "lately"],
};

test("a filter is read back from the address it was written to", () => {
  expect(readFilter(placeSearchSchema.parse(JSON.parse(JSON.stringify(writeFilter(everyPlace)))))).toEqual({
    ...everyPlace,
    industry: undefined,
    city: undefined,
    scan: undefined,
  });
  const asText = Object.fromEntries(Object.entries(writeFilter(filter)).map(([name, value]) => [name, String(value)]));
  expect(readFilter(placeSearchSchema.parse(asText))).toEqual(filter);
});

test("an address with values that mean nothing shows every place", () => {
  const odd = { q: ["a", "b"], industry: "castles", scan: "x", tour: "yes", lately: "1", city: "c".repeat(201) };
  expect(listChosen(readFilter(placeSearchSchema.parse(odd)))).toEqual([]);
});

test("the server is asked for what was chosen, and nothing else", () => {
  expect(toQuery(everyPlace)).toEqual({});
  expect(toQuery(filter)).toEqual({
    search: "harbour",
    industry: "museum",
    city: "Bergen, Norway",
    scan: "splat",
    tour: "true",
    lately: "true",
  });
});

test("each chosen facet can be removed alone; the search stays", () => {
  const chosen = listChosen(filter);
  expect(chosen.map(({ label }) => label)).toEqual([
    "Museum",
    "Bergen, Norway",
    "Splats",
    "Tour",
    "Opened in the last 30 days",
  ]);
  for (const { without } of chosen) {
    expect(without.search).toBe("harbour");
    expect(listChosen(without)).toHaveLength(chosen.length - 1);
  }
});

test("features keep the order of the facets", () => {
  expect(toggleFeature(filter, "guide").features).toEqual(["tour", "guide", "lately"]);
  expect(toggleFeature(filter, "tour").features).toEqual(["lately"]);
});
