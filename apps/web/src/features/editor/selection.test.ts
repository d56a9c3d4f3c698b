import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import { expect, test } from "vitest";
import { addRefs, findSingle, isSelected, listSelectedIds, toggleRef } from "./selection.ts";

const anchor: ObjectRef = { kind: "anchors", id: "a" };
const zone: ObjectRef = { kind: "zones", id: "a" };

test("the same id of another kind is another object", () => {
  expect(isSelected([anchor], zone)).toBe(false);
  expect(toggleRef([anchor], zone)).toEqual([anchor, zone]);
  expect(toggleRef([anchor, zone], anchor)).toEqual([zone]);
});

test("adding keeps the earlier selection first and adds nothing twice", () => {
  expect(addRefs([zone], [anchor, zone])).toEqual([zone, anchor]);
});

test("ids are grouped by kind", () => {
  expect([...listSelectedIds([anchor, zone, { kind: "zones", id: "b" }], "zones")]).toEqual(["a", "b"]);
});

test("one selected object is single, two are not", () => {
  expect(findSingle([anchor], "anchors")).toBe("a");
  expect(findSingle([anchor], "zones")).toBeNull();
  expect(findSingle([anchor, zone], "anchors")).toBeNull();
  expect(findSingle([], "anchors")).toBeNull();
});
