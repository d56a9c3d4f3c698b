import type { Scene } from "@blueprint/scene/read-scene";
import { expect, test } from "vitest";
import { findObject } from "./find-object.ts";

const scene = {
  anchors: [{ id: "a" }],
  zones: [{ id: "z" }],
  tours: [],
  views: [],
  floors: [{ id: "0" }],
} as unknown as Scene;

test.each([
  ["anchor", "a", { kind: "anchors", id: "a" }],
  ["document", "a", { kind: "anchors", id: "a" }],
  ["zone", "z", { kind: "zones", id: "z" }],
  ["storey", "0", { kind: "floors", id: "0" }],
  ["anchor", "gone", null],
  ["tour", "a", null],
  ["place", "", null],
  ["hours", "", null],
  ["fact", "a", null],
] as const)("a passage about %s %s leads to %j", (kind, id, object) => {
  expect(findObject(scene, { kind, id })).toEqual(object);
});
