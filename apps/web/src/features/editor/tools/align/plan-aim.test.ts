import { addObject } from "@blueprint/scene/object-operations";
import { editPlanPair } from "@blueprint/scene/plan-operations";
import { readScene } from "@blueprint/scene/read-scene";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { expect, it } from "vitest";
import { findResiduals, moveAim, toImagePoint } from "./plan-aim.ts";

it("moves the crosshair with arrow keys, finer on larger drawings, and never off the drawing", () => {
  expect(moveAim([0.5, 0.5], "ArrowRight", false, 1)).toEqual([0.52, 0.5]);
  expect(moveAim([0.5, 0.5], "ArrowUp", true, 1)).toEqual([0.5, 0.4]);
  expect(moveAim([0.5, 0.5], "ArrowDown", false, 4)).toEqual([0.5, 0.505]);
  expect(moveAim([0.01, 1], "ArrowLeft", false, 1)).toEqual([0, 1]);
  expect(moveAim([0.5, 1], "ArrowDown", true, 1)).toEqual([0.5, 1]);
  expect(moveAim([0.5, 0.5], "Enter", false, 1)).toBeNull();
});

it("converts a fraction of a drawing to pixels", () => {
  expect(toImagePoint({ widthPixels: 1_000, heightPixels: 333 }, [0.25, 0.5])).toEqual([250, 166.5]);
});

it("gives the deviation of each pair, except those without a match", () => {
  const doc = createDocument();
  addObject(doc, "plans", "p", { name: "Ground floor" });
  const residuals = () => findResiduals(readScene(doc).plans[0]!);
  editPlanPair(doc, "p", "a", { image: [0, 0], world: [0, 0] });
  editPlanPair(doc, "p", "waiting", { image: [50, 50] });
  expect(residuals().size).toBe(0);
  editPlanPair(doc, "p", "b", { image: [100, 0], world: [1, 0] });
  editPlanPair(doc, "p", "c", { image: [0, 100], world: [0, 1.3] });
  expect([...residuals().keys()].sort()).toEqual(["a", "b", "c"]);
  for (const metres of residuals().values()) expect(metres).toBeGreaterThan(0.01);
});
