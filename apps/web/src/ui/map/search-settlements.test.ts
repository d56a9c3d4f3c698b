import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { foldName } from "./fold-name.ts";
import { readGazetteer, toTownFile, writeGazetteer } from "./gazetteer.ts";
import { describeSettlement, indexSettlements, searchSettlements } from "./search-settlements.ts";

const dataDir = new URL("data/", import.meta.url);
const read = (name: string) => indexSettlements(readGazetteer(readFileSync(new URL(name, dataDir), "utf8")));
const cities = read("cities.gen.txt");
const find = (query: string, limit = 3) => searchSettlements(cities, query, limit).map(describeSettlement);

test("a city is found by a prefix of its name, ignoring accents and case, the biggest first", () => {
  expect(find("zuri", 1)).toEqual(["Zürich, ZH, Switzerland"]);
  expect(find("ZÜRICH", 1)).toEqual(["Zürich, ZH, Switzerland"]);
  expect(find("london", 1)).toEqual(["London, ENG, United Kingdom"]);
  expect(find("malmo", 1)).toEqual(["Malmö, Sweden"]);
});

test("a city is found by its names in other languages", () => {
  for (const [query, city] of [
    ["Göteborg", "Göteborg, Sweden"],
    ["Gothenburg", "Göteborg, Sweden"],
    ["Köln", "Köln, Germany"],
    ["Cologne", "Köln, Germany"],
    ["Nürnberg", "Nürnberg, Germany"],
    ["nuremb", "Nürnberg, Germany"],
    ["München", "Munich, Germany"],
    ["Wien", "Vienna, Austria"],
    ["Roma", "Rome, Italy"],
    ["Genf, Switzerland", "Genève, GE, Switzerland"],
    ["Kiev", "Kyiv, Ukraine"],
    ["Bombay", "Mumbai, India"],
    ["Den Haag", "The Hague, Netherlands"],
  ])
    expect(find(query ?? "", 1), query).toEqual([city]);
});

test("the most populous come first; a whole name counts like ten times as many people", () => {
  expect(find("janeiro", 1)).toEqual(["Rio de Janeiro, Brazil"]);
  expect(find("york", 2)).toEqual(["New York City, NY, United States", "York, ENG, United Kingdom"]);
  expect(find("nice", 1)).toEqual(["Nice, France"]);
  expect(find("san f", 1)).toEqual(["San Francisco, CA, United States"]);
  const populations = searchSettlements(cities, "springf", 5).map(({ population }) => population);
  expect(populations).toEqual(populations.toSorted((first, second) => second - first));
  expect(populations).toHaveLength(5);
});

test("the rest of the query is the region or country", () => {
  expect(find("Bergen, Norway", 1)).toEqual(["Bergen, Norway"]);
  expect(find("bergen nor", 1)).toEqual(["Bergen, Norway"]);
  expect(find("springfield il", 1)).toEqual(["Springfield, IL, United States"]);
  expect(find("Paris, TX", 1)).toEqual(["Paris, TX, United States"]);
  expect(find("Bergen, Brazil")).toEqual([]);
});

test("nothing is found for an empty query, for punctuation alone, or for an unknown city", () => {
  for (const query of ["", "  ", ",", ", Norway", "???", "xqzzy"]) expect(find(query)).toEqual([]);
});

test("smaller places are in the file of their first letter, and each file contains only its own", () => {
  expect(searchSettlements(read("towns-l.gen.txt"), "laerdal", 1).map(describeSettlement)).toEqual([
    "Lærdalsøyri, Norway",
  ]);
  for (const name of readdirSync(dataDir)) {
    const file = /^towns-(.+)\.gen\.txt$/.exec(name)?.[1];
    if (file === undefined) continue;
    expect(new Set(read(name).map((town) => toTownFile(town.name)))).toEqual(new Set([file]));
  }
});

test("every coordinate is on the globe, and the output reads back", () => {
  const off = cities.filter(({ latitude, longitude }) => !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180));
  expect(off).toEqual([]);
  expect(cities.length).toBeGreaterThan(20_000);
  const some = cities.slice(0, 50).map(({ foldedName: _, foldedOtherNames: __, ...settlement }) => settlement);
  expect(readGazetteer(writeGazetteer(some))).toEqual(some);
});

test("names are compared without characters that keyboards lack", () => {
  expect(foldName("  Łódź – Ośrodek №1 ")).toBe("lodz osrodek 1");
  expect(foldName("Straße, Ærø, İzmir")).toBe("strasse aero izmir");
  expect(toTownFile("Ålesund")).toBe("a");
  expect(toTownFile("東京")).toBe("other");
});
