import { expect, it } from "vitest";
import { describeDay, toDay } from "./due-day.ts";

it("describes a day relative to today, across months and years", () => {
  expect(describeDay("2026-12-31", "2026-12-31")).toEqual({ text: "Due today", isOverdue: false });
  expect(describeDay("2027-01-01", "2026-12-31")).toEqual({ text: "Due tomorrow", isOverdue: false });
  expect(describeDay("2027-01-02", "2026-12-31")).toEqual({ text: "Due 2 Jan 2027", isOverdue: false });
  expect(describeDay("2026-12-30", "2026-12-31")).toEqual({ text: "Overdue since 30 Dec 2026", isOverdue: true });
});

it("uses the day in the person's time zone, not in UTC", () => {
  // The tests run in Kathmandu's time zone, UTC+5:45.
  expect(toDay(new Date("2026-11-30T18:14:00Z"))).toBe("2026-11-30");
  expect(toDay(new Date("2026-11-30T18:15:00Z"))).toBe("2026-12-01");
});
