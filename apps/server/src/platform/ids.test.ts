import { expect, it } from "vitest";
import { systemIds } from "./ids.ts";

it("an id is a current version 7 UUID and greater than every earlier one, even within a millisecond", () => {
  const startedMs = Date.now();
  // More ids than the sequence holds per millisecond.
  const ids = Array.from({ length: 20_000 }, () => systemIds.uuid());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Number.parseInt(ids[0]!.replace("-", "").slice(0, 12), 16)).toBeGreaterThanOrEqual(startedMs);
});
