import { expect, it } from "vitest";
import { type PaletteEntry, searchPalette } from "./palette-search.ts";

const entry = (label: string, group: PaletteEntry["group"] = "Commands"): PaletteEntry => ({
  id: label,
  group,
  label,
  keys: [],
  run: () => undefined,
});
const entries = [entry("Undo"), entry("Show history"), entry("Fire door", "Items"), entry("Door to the hall", "Items")];
const find = (typed: string) => searchPalette(entries, typed).map(({ label }) => label);

it("finds every word, prefixes first; an empty search leaves objects out", () => {
  expect(find("door")).toEqual(["Door to the hall", "Fire door"]);
  expect(find("the  hall")).toEqual(["Door to the hall"]);
  expect(find("HIST")).toEqual(["Show history"]);
  expect(find("")).toEqual(["Undo", "Show history"]);
});
