import { describe, expect, it } from "vitest";
import {
  describeNow,
  describeOpening,
  describeOpeningBriefly,
  findOpening,
  listDifferentDays,
  listEachDay,
  listWeek,
} from "./describe-opening-hours.ts";
import { type OpeningHours, openingHoursSchema, venueFactsSchema } from "./opening-hours.ts";

const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
const usual = [{ opens: "09:00", closes: "17:00" }];

function hours(changes: Partial<OpeningHours> = {}): OpeningHours {
  const week = { ...closed, tuesday: usual, wednesday: usual, thursday: usual, friday: usual };
  return { week, differentDays: [], note: "", ...changes };
}

function sayAt(given: OpeningHours, at: string, timeZone = "Europe/Berlin", language = "en"): string {
  return describeOpening(findOpening(given, timeZone, new Date(at)), language);
}

describe("opening hours that are accepted", () => {
  it("are put in order", () => {
    const given = hours({
      week: {
        ...closed,
        monday: [
          { opens: "14:00", closes: "01:00" },
          { opens: "09:00", closes: "12:00" },
        ],
      },
      differentDays: [
        { from: "2026-12-31", to: "2027-01-01", reason: "", spans: [] },
        { from: "2026-12-24", to: "2026-12-24", reason: "Christmas Eve", spans: usual },
      ],
    });
    const read = openingHoursSchema.parse(given);
    expect(read.week.monday.map(({ opens }) => opens)).toEqual(["09:00", "14:00"]);
    expect(read.differentDays.map(({ from }) => from)).toEqual(["2026-12-24", "2026-12-31"]);
  });

  it.each([
    [
      "a time that isn't one",
      { week: { ...closed, monday: [{ opens: "9:00", closes: "24:00" }] } },
      "week.monday.0.opens",
    ],
    [
      "times that overlap",
      {
        week: {
          ...closed,
          monday: [
            { opens: "09:00", closes: "12:00" },
            { opens: "11:00", closes: "13:00" },
          ],
        },
      },
      "week.monday",
    ],
    [
      "a night that reaches into the next time of its day",
      {
        week: {
          ...closed,
          monday: [
            { opens: "20:00", closes: "02:00" },
            { opens: "21:00", closes: "22:00" },
          ],
        },
      },
      "week.monday",
    ],
    [
      "a day that is none",
      { differentDays: [{ from: "2026-02-30", to: "2026-03-01", reason: "", spans: [] }] },
      "differentDays.0.from",
    ],
    [
      "a period that ends before it begins",
      { differentDays: [{ from: "2026-03-02", to: "2026-03-01", reason: "", spans: [] }] },
      "differentDays.0.to",
    ],
    [
      "periods that share a day",
      {
        differentDays: [
          { from: "2026-03-01", to: "2026-03-05", reason: "", spans: [] },
          { from: "2026-03-05", to: "2026-03-06", reason: "", spans: [] },
        ],
      },
      "differentDays",
    ],
  ])("are not %s", (_, changes, path) => {
    const read = openingHoursSchema.safeParse(hours(changes as Partial<OpeningHours>));
    expect(read.error?.issues.map((issue) => issue.path.join("."))).toContain(path);
  });
});

it("refuses two facts of the same name", () => {
  const facts = [
    { label: "Wi-Fi", text: "Free" },
    { label: "WI-FI", text: "Museum-Guest" },
  ];
  expect(venueFactsSchema.safeParse(facts).error?.issues[0]?.message).toBe("Two facts have the same name.");
});

describe("the week in words", () => {
  it("puts days with the same times together", () => {
    expect(listWeek(hours(), "en")).toEqual([
      { days: "Monday", times: "closed" },
      { days: "Tuesday – Friday", times: "09:00–17:00" },
      { days: "Saturday – Sunday", times: "closed" },
    ]);
  });

  it("names each day for the guide", () => {
    const week = {
      ...closed,
      sunday: [{ opens: "00:00", closes: "00:00" }],
      saturday: [...usual, { opens: "19:00", closes: "01:00" }],
    };
    expect(listEachDay(hours({ week }), "de").slice(5)).toEqual([
      { days: "Samstag", times: "09:00–17:00 und 19:00–01:00" },
      { days: "Sonntag", times: "durchgehend geöffnet" },
    ]);
  });

  it("leaves out periods that are over", () => {
    const differentDays = [
      { from: "2026-10-01", to: "2026-10-02", reason: "", spans: [] },
      { from: "2026-12-24", to: "2026-12-26", reason: "Christmas", spans: [] },
      { from: "2026-12-31", to: "2026-12-31", reason: "", spans: usual },
    ];
    expect(listDifferentDays(hours({ differentDays }), "2026-12-26", "en")).toEqual([
      { days: "Thursday, 24 December 2026 – Saturday, 26 December 2026 (Christmas)", times: "closed" },
      { days: "Thursday, 31 December 2026", times: "09:00–17:00" },
    ]);
  });
});

describe("whether a venue is open", () => {
  it("is decided on its own clock", () => {
    expect(sayAt(hours(), "2026-11-27T08:00:00Z")).toBe("Open now, until 17:00");
    expect(sayAt(hours(), "2026-11-27T07:59:00Z")).toBe("Closed now, opens at 09:00");
    expect(sayAt(hours(), "2026-11-27T08:00:00Z", "America/New_York")).toBe("Closed now, opens at 09:00");
    expect(sayAt(hours(), "2026-11-27T16:00:00Z")).toBe("Closed now, opens on Tuesday 1 December at 09:00");
    expect(sayAt(hours(), "2026-11-27T16:00:00Z", "Europe/Berlin", "de")).toBe(
      "Jetzt geschlossen, öffnet am Dienstag, 1. Dezember um 09:00 Uhr",
    );
  });

  it("fits beside a name", () => {
    const say = (at: string, language = "en", given = hours()) =>
      describeOpeningBriefly(findOpening(given, "Europe/Berlin", new Date(at)), language);
    expect(say("2026-11-27T08:00:00Z")).toBe("Open until 17:00");
    expect(say("2026-11-27T07:00:00Z", "de")).toBe("Geschlossen bis 09:00");
    expect(say("2026-11-27T16:00:00Z")).toBe("Closed until Tue 09:00");
    expect(say("2026-11-27T16:00:00Z", "de")).toBe("Geschlossen bis Di 09:00");
    const differentDays = [{ from: "2026-11-27", to: "2026-12-04", reason: "", spans: [] }];
    expect(say("2026-11-27T10:00:00Z", "en", hours({ differentDays }))).toBe("Closed until 8 Dec");
    expect(say("2026-11-27T10:00:00Z", "en", hours({ week: closed }))).toBe("Closed now");
  });

  it("goes on past midnight", () => {
    const night = hours({ week: { ...closed, friday: [{ opens: "20:00", closes: "02:00" }] } });
    expect(sayAt(night, "2026-11-27T22:30:00Z")).toBe("Open now, until 02:00");
    expect(sayAt(night, "2026-11-28T00:30:00Z")).toBe("Open now, until 02:00");
    expect(sayAt(night, "2026-11-28T01:00:00Z")).toBe("Closed now, opens on Friday 4 December at 20:00");
  });

  it("follows the days with other times", () => {
    const differentDays = [{ from: "2026-11-27", to: "2026-12-01", reason: "Works", spans: [] }];
    expect(sayAt(hours({ differentDays }), "2026-11-27T10:00:00Z")).toBe(
      "Closed now, opens on Wednesday 2 December at 09:00",
    );
  });

  it("never changes where it is always open, or closed for long", () => {
    const allDay = [{ opens: "00:00", closes: "00:00" }];
    const always = Object.fromEntries(Object.keys(closed).map((day) => [day, allDay])) as OpeningHours["week"];
    expect(sayAt(hours({ week: always }), "2026-11-27T10:00:00Z")).toBe("Open now");
    expect(sayAt(hours({ week: closed }), "2026-11-27T10:00:00Z")).toBe("Closed now");
    const weekend = hours({ week: { ...closed, saturday: allDay, sunday: allDay } });
    expect(sayAt(weekend, "2026-11-28T10:00:00Z")).toBe("Open now, until 00:00 on Monday 30 November");
  });

  it("comes with date and time", () => {
    const opening = findOpening(hours(), "Asia/Kathmandu", new Date("2026-11-27T23:00:00Z"));
    expect(describeNow(opening, "en")).toBe("Today is Saturday, 28 November 2026, and the time is 04:45.");
  });
});
