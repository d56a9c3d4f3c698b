import type { PlanMeter } from "@blueprint/contract/plans";
import { expect, test } from "vitest";
import { formatMeter, toFraction, toLimitNotice } from "./meter-words.ts";

const meter: PlanMeter = {
  limit: "storageBytes",
  used: 2_500_000_000,
  max: 10_000_000_000,
  level: "fine",
  graceEndsAt: null,
  isPaused: false,
  items: [],
  moreItems: 0,
};

test("a meter shows the usage, in the limit's unit", () => {
  expect([formatMeter("storageBytes", meter.used), formatMeter("guideMinutes", 29.9)]).toEqual(["2.5 GB", "29"]);
  expect(toFraction(meter)).toBe(0.25);
  expect([toFraction({ used: 4, max: null }), toFraction({ used: 0, max: 0 })]).toEqual([0, 1]);
});

test("a reached limit says until when people can continue, and then what pauses", () => {
  expect(toLimitNotice(meter)).toBeNull();
  const reached: PlanMeter = { ...meter, level: "reached", graceEndsAt: "2026-12-04T12:00:00.000Z" };
  expect(toLimitNotice(reached)).toBe("You can continue until 4 Dec 2026. Then new uploads are paused.");
  expect(toLimitNotice({ ...reached, isPaused: true })).toBe(
    "Now new uploads are paused. Nothing you already have changes.",
  );
});
