import type { BlueprintId } from "@blueprint/contract/ids";
import type { PlanMeter } from "@blueprint/contract/plans";
import { defaultPriceBook as book } from "@blueprint/contract/price-book";
import { expect, it } from "vitest";
import { isTooMuch, type PlanChoice, toChangeRequest, toPublishedEffect } from "./plan-change.ts";
import { buildTeamPlan } from "./testing/build-team-plan.ts";

const free: PlanChoice = { planType: "free", billing: "monthly", step: "end" };
const starter: PlanChoice = { planType: "starter", billing: "annual", step: "down" };
const ids = (count: number) => Array.from({ length: count }, (_, index) => `blueprint-${index}` as BlueprintId);

it("asks nothing if the chosen plan has room for every published place", () => {
  const effect = toPublishedEffect(buildTeamPlan(10), book, starter);
  expect(effect.hasChoice).toBe(false);
  expect(toChangeRequest(starter, effect, new Set(effect.kept))).toEqual({ planType: "starter", billing: "annual" });
});

it("keeps no place open on a smaller paid plan until the user chooses", () => {
  const effect = toPublishedEffect(buildTeamPlan(11), book, starter);
  expect(effect).toMatchObject({ hasChoice: true, max: 10, kept: [] });
  expect(toChangeRequest(starter, effect, new Set(ids(2)))).toMatchObject({ keepPublished: ids(2) });
});

it("allows no more places than a smaller paid plan has room for", () => {
  const effect = toPublishedEffect(buildTeamPlan(11), book, starter);
  expect(isTooMuch(starter, effect, new Set(ids(10)))).toBe(false);
  expect(isTooMuch(starter, effect, new Set(ids(11)))).toBe(true);
});

it("keeps every place open at the end of a paid plan unless the user closes some", () => {
  const effect = toPublishedEffect(buildTeamPlan(4), book, free);
  expect(effect).toMatchObject({ hasChoice: true, max: 3, kept: ids(4) });
  expect(isTooMuch(free, effect, new Set(effect.kept))).toBe(false);
});

it("asks nothing about places for an upgrade, however many are published", () => {
  const up: PlanChoice = { planType: "starter", billing: "monthly", step: "up" };
  expect(toPublishedEffect(buildTeamPlan(11), book, up).hasChoice).toBe(false);
});

it("leaves out counted items that are no blueprints", () => {
  const plan = buildTeamPlan(1);
  const items: PlanMeter["items"] = [{ label: "Removed", amount: 1, blueprintId: null }, ...plan.meters[0]!.items];
  const effect = toPublishedEffect({ ...plan, meters: [{ ...plan.meters[0]!, items }] }, book, free);
  expect(effect.published).toEqual([{ id: "blueprint-0", name: "Place 1" }]);
});
