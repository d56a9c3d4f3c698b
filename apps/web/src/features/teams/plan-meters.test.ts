import { expect, test } from "vitest";
import { toPlanMeters } from "./plan-meters.ts";

const usage = {
  storageBytes: 2_500_000_000,
  storageBytesMax: 10_000_000_000,
  publishedBlueprints: 3,
  publishedBlueprintsMax: 3,
};

test("meters compare what is used with the plan; only those who edit count as editors", () => {
  const meters = toPlanMeters("free", usage, ["owner", "admin", "editor", "viewer", "scanner", "editor"]);
  expect(meters.map(({ id, used, limit, fraction }) => [id, used, limit, fraction])).toEqual([
    ["published", "3", "3", 1],
    ["storage", "2.5 GB", "10 GB", 0.25],
    ["editors", "4", "3", 4 / 3],
  ]);
});

test("without a limit nothing is full", () => {
  const meters = toPlanMeters("enterprise", { ...usage, storageBytesMax: null, publishedBlueprintsMax: null }, [
    "owner",
  ]);
  expect(meters.map(({ limit, fraction }) => [limit, fraction])).toEqual([
    [null, 0],
    [null, 0],
    [null, 0],
  ]);
});
