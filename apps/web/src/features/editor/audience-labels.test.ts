import { expect, it } from "vitest";
import { toggleAudience } from "./audience-labels.ts";

it("adds and removes one audience and keeps the others, in a fixed order", () => {
  expect(toggleAudience(["robot"], "staff", true)).toEqual(["staff", "robot"]);
  expect(toggleAudience(["staff", "robot"], "staff", false)).toEqual(["robot"]);
  expect(toggleAudience(["staff"], "staff", true)).toEqual(["staff"]);
});
