import type { VisitNumbers } from "@blueprint/contract/visits";
import { describe, expect, it, test } from "vitest";
import {
  describeAsked,
  describeFigures,
  describeSubjects,
  nameSubject,
  toSubjectFigure,
  toVisitsCsv,
} from "./visit-numbers.ts";
import { findRangeDays, listSpans, nameRange, toRange, toRanges } from "./visit-range.ts";

const totals: VisitNumbers["totals"] = {
  ...{ visits: 12, visitors: 9, seconds: 1_200, withoutPicture: 0, teamVisits: 3 },
  ...{ firstPictureMedianMs: 1_500, firstPictureP95Ms: null },
};
const numbers: VisitNumbers = {
  ...{ from: "2026-11-27", to: "2026-11-28", totals },
  spans: [
    { at: "2026-11-27T00:00:00.000Z", visits: 12, visitors: 9 },
    { at: "2026-11-28T00:00:00.000Z", visits: null, visitors: null },
  ],
  anchors: [
    { id: "desk", title: 'Desk, "main"', count: 20, seconds: null, visitors: 9 },
    { id: "gone", title: null, count: null, seconds: null, visitors: null },
  ],
  zones: [{ id: "hall", title: "", count: null, seconds: 3_700, visitors: 6 }],
  storeys: [{ id: "1", title: "1", count: null, seconds: 240, visitors: 6 }],
  tours: [{ id: "short", title: "Short tour", stops: [{ stop: 0, count: 8, visitors: 7 }] }],
  links: [{ id: "link", title: "Front door", count: 9, seconds: null, visitors: 8 }],
  sources: [{ id: "", title: "", count: 12, seconds: null, visitors: 9 }],
  ...{ embeds: [], forms: [], devices: [{ id: "phone", title: "phone", count: 12, seconds: null, visitors: 9 }] },
};
const valuesOf = (given: VisitNumbers, former?: VisitNumbers) =>
  Object.fromEntries(describeFigures(given, former).map(({ label, value, change }) => [label, [value, change]]));

describe("figures", () => {
  it("say what changed on the days before", () => {
    const former = { ...numbers, totals: { ...totals, visits: 10, visitors: 9, teamVisits: 1 } };
    expect(valuesOf(numbers, former)).toEqual({
      Visits: ["12", "+20 % on the days before"],
      Visitors: ["9", "±0 % on the days before"],
      "Average time": ["1 min 40 s", ""],
      "First picture": ["up to 1.5 s", ""],
      "Team's visits": ["3", ""],
    });
    expect(valuesOf(former, numbers).Visits).toEqual(["10", "−17 % on the days before"]);
  });

  it("name the days that they are compared with", () => {
    const [visits] = describeFigures(numbers, { ...numbers, totals: { ...totals, visits: 6 } }, "1 Oct 2025");
    expect(visits?.change).toBe("+100 % on 1 Oct 2025");
  });

  it("compare nothing with figures that are unknown", () => {
    const few = { ...totals, visits: null, visitors: null, seconds: null, firstPictureMedianMs: null };
    expect(valuesOf({ ...numbers, totals: few }, numbers)).toMatchObject({
      Visits: ["fewer than 5", ""],
      "Average time": ["fewer than 5", ""],
      "First picture": ["fewer than 5", ""],
    });
    expect(valuesOf(numbers, { ...numbers, totals: few }).Visits).toEqual(["12", ""]);
  });

  it("mention pictures that failed only where some did", () => {
    const failed = { ...numbers, totals: { ...totals, withoutPicture: 2 } };
    expect(valuesOf(failed)["Without a picture"]).toEqual(["2", ""]);
  });
});

test("lists without anything in them are left out, and each has a definition", () => {
  const lists = describeSubjects(numbers);
  expect(lists.map(({ id }) => id)).toEqual(["anchors", "zones", "storeys", "links", "sources", "devices"]);
  const names = lists.flatMap((list) =>
    list.subjects.map((subject) => `${nameSubject(list, subject)}: ${toSubjectFigure(list, subject)}`),
  );
  expect(names).toEqual([
    ...['Desk, "main": 20', "No longer in this place: fewer than 5", "Untitled: 1 h 1 min"],
    ...["Storey 2: 4 min", "Front door: 9", "No other site: 12", "Phone: 12"],
  ]);
});

test("what visitors asked is counted with what found nothing", () => {
  const questions = {
    asked: 4,
    spoken: 1,
    answered: 3,
    refused: 1,
    unavailable: 0,
    other: 0,
    medianMs: null,
    p95Ms: null,
  };
  const rates = { from: "", to: "", searches: { asked: 1_200, found: 1_000 }, questions };
  const asked = describeAsked(rates);
  expect(asked.map(({ value }) => value)).toEqual(["1,200", "200", "4", "3"]);
  expect(toVisitsCsv(numbers, [], asked)).toContain("guide,nothing-found,Searches without a result,200,,");
  const none = { ...rates, searches: { asked: 0, found: 0 }, questions: { ...questions, asked: 0 } };
  expect(describeAsked(none)).toEqual([]);
});

test("the file has every figure, and hides those about too few visitors", () => {
  expect(toVisitsCsv(numbers).split("\r\n").filter(Boolean)).toEqual([
    "what,id,name,count,seconds,visitors",
    "visits,2026-11-27T00:00:00.000Z,,12,,9",
    "visits,2026-11-28T00:00:00.000Z,,fewer than 5,,fewer than 5",
    'anchors,desk,"Desk, ""main""",20,,9',
    "anchors,gone,No longer in this place,fewer than 5,,fewer than 5",
    "zones,hall,Untitled,,3700,6",
    "storeys,1,Storey 2,,240,6",
    "links,link,Front door,9,,8",
    "sources,,No other site,12,,9",
    "devices,phone,Phone,12,,9",
    "tours,short stop 1,Short tour,8,,7",
  ]);
});

describe("a range", () => {
  const now = new Date("2026-03-01T23:30:00Z");

  it("ends today, in UTC, and the days before it are as many", () => {
    expect(toRange(7, now)).toEqual({ from: "2026-02-23", to: "2026-03-01" });
    expect(toRanges({ days: 7 }, now)).toEqual({
      range: { from: "2026-02-23", to: "2026-03-01" },
      former: { from: "2026-02-16", to: "2026-02-22" },
      ...{ days: 7, isBefore: true },
    });
    expect(findRangeDays(90)).toBe(90);
    expect([findRangeDays(undefined), findRangeDays(-3)]).toEqual([30, 30]);
  });

  it("can be any days, compared with any others", () => {
    const own = { from: "2025-10-01", to: "2025-10-07" };
    expect(toRanges(own, now)).toEqual({
      range: own,
      former: { from: "2025-09-24", to: "2025-09-30" },
      ...{ days: null, isBefore: true },
    });
    const compared = toRanges({ ...own, vsFrom: "2024-10-01", vsTo: "2024-10-07" }, now);
    expect(compared).toMatchObject({ former: { from: "2024-10-01", to: "2024-10-07" }, isBefore: false });
    expect(nameRange(compared.former)).toBe("1 Oct 2024 to 7 Oct 2024");
    expect(toRanges({ from: "2025-10-07", to: "2025-10-01" }, now)).toMatchObject({ days: 30 });
    expect(toRanges({ from: "2025-10-07" }, now)).toMatchObject({ days: 30 });
  });

  it("has the hours of one day, or the days of several", () => {
    expect(listSpans(toRange(1, now))).toHaveLength(24);
    expect(listSpans(toRange(365, now))).toHaveLength(365);
    expect(listSpans(toRange(2, now))).toEqual(["2026-02-28T00:00:00.000Z", "2026-03-01T00:00:00.000Z"]);
  });
});
