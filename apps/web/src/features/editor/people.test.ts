import { expect, test } from "vitest";
import { readPeople, toInitials, toPersonColour } from "./people.ts";

test("initials come from the first and the last word", () => {
  expect(toInitials("Ada Lovelace")).toBe("AL");
  expect(toInitials("  émile  de la tour ")).toBe("ÉT");
  expect(toInitials("Ada")).toBe("A");
  expect(toInitials("")).toBe("?");
});

test("a person has one colour everywhere", () => {
  expect(toPersonColour("a")).toBe(toPersonColour("a"));
  expect(new Set(["a", "b", "c", "d", "e", "f"].map(toPersonColour)).size).toBeGreaterThan(1);
});

test("other people's states are read, one's own and invalid ones are not", () => {
  const states = new Map<number, unknown>([
    [1, { user: { id: "me", name: "Me" } }],
    [2, { user: { id: "u", name: "Bo" }, cursor: [1, 2, 3], selection: [{ kind: "zones", id: "a" }] }],
    [3, { cursor: [1, 2, 3] }],
    [4, "nonsense"],
    [5, { user: { id: "v", name: "Ada" }, cursor: ["x"] }],
    [6, { user: { id: "v", name: "Ada" } }],
  ]);
  expect(readPeople(states, 1).map(({ name, cursor, selection }) => ({ name, cursor, selection }))).toEqual([
    { name: "Ada", cursor: null, selection: [] },
    { name: "Bo", cursor: [1, 2, 3], selection: [{ kind: "zones", id: "a" }] },
  ]);
});
