import type { Blueprint } from "@blueprint/contract/blueprints";
import { expect, test } from "vitest";
import { orderBlueprints } from "./blueprint-order.ts";

const named = (name: string, createdAt: string, updatedAt: string) => ({ name, createdAt, updatedAt }) as Blueprint;

const blueprints = [
  named("Hall 10", "2026-01-01T00:00:00Z", "2026-03-01T00:00:00Z"),
  named("hall 9", "2026-02-01T00:00:00Z", "2026-02-01T00:00:00Z"),
  named("Atrium", "2025-12-01T00:00:00Z", "2026-04-01T00:00:00Z"),
];
const names = (order: Parameters<typeof orderBlueprints>[1]) =>
  orderBlueprints(blueprints, order).map((blueprint) => blueprint.name);

test("by name, numbers sort as numbers and case is ignored", () => {
  expect(names("name")).toEqual(["Atrium", "hall 9", "Hall 10"]);
});

test("by change and by creation, the newest comes first", () => {
  expect(names("changed")).toEqual(["Atrium", "Hall 10", "hall 9"]);
  expect(names("created")).toEqual(["hall 9", "Hall 10", "Atrium"]);
});
