import type { Anchor } from "@blueprint/scene/anchor";
import { buildScene, buildSceneAnchor } from "@blueprint/scene/testing/build-scene";
import { expect, test } from "vitest";
import { describeChanges } from "./scene-changes.ts";

const anchor = (id: string, change: Partial<Anchor> = {}) =>
  buildSceneAnchor(id, { title: `Anchor ${id}`, text: "", position: [0, 0, 0], ...change });

const scene = (...anchors: Anchor[]) => buildScene({ anchors });

test("says who placed, removed, edited and moved what", () => {
  const before = scene(anchor("1"), anchor("2"), anchor("3"));
  const after = scene(
    anchor("2", { title: "Exit" }),
    anchor("3", { position: [1, 0, 0] }),
    anchor("4", { title: " " }),
  );
  expect(describeChanges(before, after, "Ada")).toBe(
    "Ada placed Unnamed anchor, removed Anchor 1, edited Exit, moved Anchor 3.",
  );
});

test("counts what would be too long to name", () => {
  expect(describeChanges(scene(), scene(anchor("1"), anchor("2"), anchor("3")), "Ada")).toBe("Ada placed 3 anchors.");
});

test("says nothing when nothing changed", () => {
  expect(describeChanges(scene(anchor("1")), scene(anchor("1")), "Ada")).toBeNull();
});
