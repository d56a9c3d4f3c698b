import { expect, it } from "vitest";
import { findByWords } from "./find-by-words.ts";
import { describeState, nameTarget, toOutsideOption, toTargetOptions } from "./link-targets.ts";

const options = toTargetOptions([
  { kind: "tour", value: "round", name: "Round trip" },
  { kind: "view", value: "hall", name: "" },
  { kind: "anchor", value: "door", name: "North door" },
  { kind: "anchor", value: "lift", name: "Lift" },
]);

it("lists what a link can open, the place first", () => {
  expect(options.map(({ label }) => label)).toEqual([
    "The place",
    "Tour: Round trip",
    "View: Unnamed view",
    "1. North door",
    "2. Lift",
  ]);
});

it("finds by every word, in any case", () => {
  expect(findByWords("DOOR nor", options, 10).map(({ id }) => id)).toEqual(["anchor:door"]);
  expect(findByWords("", options, 2).map(({ id }) => id)).toEqual(["place", "tour:round"]);
});

it("names what is gone for its kind", () => {
  expect(nameTarget({ kind: "anchor", value: "lift" }, options)).toBe("2. Lift");
  expect(nameTarget({ kind: "tour", value: "gone" }, options)).toBe("A deleted tour");
  expect(nameTarget({ kind: "storey", value: "4" }, options)).toBe("Storey 5");
});

it("tells what is not published yet from what is gone", () => {
  const link = { state: "active", problem: "target-missing" } as const;
  expect(describeState({ ...link, target: { kind: "anchor", value: "door" } }, options).word).toBe("Not published");
  expect(describeState({ ...link, target: { kind: "anchor", value: "gone" } }, options).word).toBe("Target gone");
  expect(describeState({ ...link, problem: null, target: { kind: "place" } }, options).word).toBe("Works");
});

it("offers an address of another site when one is typed, and names it as it is", () => {
  const outside = toOutsideOption(" https://museum.org/visit ");
  expect(outside).toEqual({
    id: "outside",
    label: "https://museum.org/visit",
    target: { kind: "outside", value: "https://museum.org/visit" },
  });
  for (const text of ["museum.org", "http://museum.org", "https://", "https://museum", "javascript:alert(1)"])
    expect(toOutsideOption(text)).toBeNull();
  expect(nameTarget({ kind: "outside", value: "https://museum.org/visit" }, options)).toBe("https://museum.org/visit");
  const link = {
    state: "active",
    problem: "domain-unconfirmed",
    target: { kind: "outside", value: "https://a.org" },
  } as const;
  expect(describeState(link, options).word).toBe("Leads nowhere");
});
