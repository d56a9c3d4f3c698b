import { expect, it } from "vitest";
import { findKeyAction, findNextRow } from "./outline-keys.ts";
import type { TreeRow } from "./outline-sections.ts";

const group: TreeRow = {
  type: "group",
  ref: { kind: "groups", id: "g" },
  level: 1,
  name: "Case",
  isOpen: true,
  count: 0,
};
const scan: TreeRow = { type: "scan", scanId: "s", level: 1, name: "Hall", detail: "Mesh" };

it("opens, closes and describes only rows with content", () => {
  expect(["ArrowRight", "ArrowLeft", "F2"].map((key) => findKeyAction(key, group))).toEqual(["open", "close", "name"]);
  for (const key of ["ArrowRight", "ArrowLeft", "F2"]) expect(findKeyAction(key, scan)).toBeNull();
  expect(findKeyAction("Enter", scan)).toBe("enter");
  expect(findKeyAction("a", group)).toBeNull();
});

it("moves from row to row and stops at both ends; up from nowhere goes to the last", () => {
  expect(findNextRow("down", -1, 3)).toBe(0);
  expect(findNextRow("down", 2, 3)).toBe(2);
  expect(findNextRow("up", 0, 3)).toBe(0);
  expect(findNextRow("up", -1, 3)).toBe(2);
  expect(findNextRow("first", 2, 3)).toBe(0);
  expect(findNextRow("last", 0, 3)).toBe(2);
  expect(findNextRow("open", 1, 3)).toBeNull();
});
