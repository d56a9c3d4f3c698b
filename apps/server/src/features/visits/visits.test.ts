import { createApiClient } from "@blueprint/contract/api-client";
import { binBlueprint, updateBlueprint } from "@blueprint/contract/blueprints";
import { createShortLink } from "@blueprint/contract/short-links";
import {
  beginVisit,
  getTeamVisits,
  getVisitHeat,
  getVisitNumbers,
  reportVisit,
  type VisitEvent,
  visitReportedHours,
} from "@blueprint/contract/visits";
import { addObject } from "@blueprint/scene/object-operations";
import { addZone } from "@blueprint/scene/zone-operations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeVisitEvents, placeVisitSalts } from "../../db/schema/place-visits.ts";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { addAnchors, buildPlace, type Fill } from "../guide/testing/build-place.ts";
import { countVisits, createRestingCount, removeVisitEvents } from "./visits.service.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const dayMs = 24 * 3_600_000;
const museum: Fill = (doc) => {
  addAnchors(doc, [
    { id: "desk", title: "Ticket desk" },
    { id: "lift", title: "Lift" },
  ]);
  const outer: [number, number][] = [
    [0, 0],
    [4, 0],
    [4, 4],
  ];
  addZone(doc, "hall", { outer, holes: [] }, { name: "Hall" });
  addObject(doc, "tours", "short", { name: "Short tour" });
};

type Place = Awaited<ReturnType<typeof buildPlace>>;

/** Programs of people differ in their names here, because all of them come from one address. */
const asVisitor = (number: number, headers: Record<string, string> = {}) =>
  createApiClient({ baseUrl: app.url, headers: { "user-agent": `Mozilla/5.0 (X11) Firefox/${number}`, ...headers } });
const begin = async (place: Place, number: number, visit: object = {}, headers: Record<string, string> = {}) => {
  const body = { form: "scene", device: "phone", firstPictureMs: 900, ...visit } as const;
  return (await asVisitor(number, headers)(beginVisit, { params: { slug: place.slug }, body })).visit;
};
const report = (visit: string | null, ...events: [number, VisitEvent["what"]][]) =>
  app.anonymous(reportVisit, {
    body: { visit: visit ?? "", events: events.map(([at, what]) => ({ at, what })) },
  });
const toDay = (date: Date) => date.toISOString().slice(0, 10);
const read = async ({ owner, params }: Place, days = 1) => {
  await countVisits(app.context);
  const to = app.clock.now();
  const query = { from: toDay(new Date(to.getTime() - (days - 1) * dayMs)), to: toDay(to) };
  // Tests that let a day pass end the owner's session.
  return (await app.signIn(owner)).api(getVisitNumbers, { params, query });
};
const five = [1, 2, 3, 4, 5];

describe("visits of a place", () => {
  it("are counted with what was looked at, from five visitors on", async () => {
    const place = await buildPlace(app, museum);
    for (const number of five.slice(0, 4)) {
      const visit = await begin(place, number, { site: "example.org" });
      await report(visit, [10, { kind: "anchor", id: "desk" }], [11, { kind: "zone", id: "hall", seconds: 20 }]);
      await report(visit, [12, { kind: "seen", seconds: 60 }]);
    }
    const few = await read(place);
    expect(few.totals).toMatchObject({ visits: null, visitors: null, seconds: null, firstPictureMedianMs: null });
    expect(few.anchors).toEqual([{ id: "desk", title: "Ticket desk", count: null, seconds: null, visitors: null }]);

    const last = await begin(place, 5, { site: "example.org", device: "computer", firstPictureMs: 25_000 });
    await report(last, [10, { kind: "anchor", id: "desk" }], [11, { kind: "zone", id: "hall", seconds: 20 }]);
    await report(last, [12, { kind: "anchor", id: "desk" }], [13, { kind: "anchor", id: "lift" }]);
    await begin(place, 5, { form: "text", firstPictureMs: undefined });
    // Four of them say how long they stayed, and one that they had no picture: too few, although there are five visitors.
    await report(last, [14, { kind: "no-picture" }]);
    expect((await read(place)).totals).toMatchObject({ visits: 6, seconds: null, withoutPicture: null });
    await report(last, [15, { kind: "seen", seconds: 0 }]);
    const numbers = await read(place);
    expect(numbers.totals).toEqual({
      ...{ visits: 6, visitors: 5, seconds: 240, withoutPicture: null, teamVisits: 0 },
      ...{ firstPictureMedianMs: 1_000, firstPictureP95Ms: null },
    });
    expect(numbers.anchors).toEqual([
      { id: "desk", title: "Ticket desk", count: 6, seconds: null, visitors: 5 },
      { id: "lift", title: "Lift", count: null, seconds: null, visitors: null },
    ]);
    expect(numbers.zones).toEqual([{ id: "hall", title: "Hall", count: null, seconds: 100, visitors: 5 }]);
    expect(numbers.sources[0]).toMatchObject({ id: "example.org", count: 5, visitors: 5 });
    expect(numbers.devices.map(({ id, visitors }) => [id, visitors])).toEqual([
      ["phone", 5],
      ["computer", null],
    ]);
    expect(numbers.forms.map(({ id, count }) => [id, count])).toEqual([
      ["scene", 5],
      ["text", null],
    ]);
    // By the hour, because it is one day.
    expect(numbers.spans).toHaveLength(1);
    expect(numbers.spans[0]).toMatchObject({ visits: 6, visitors: 5 });
  });

  it("of a team's places are listed together, without those of other teams and in the bin", async () => {
    const [place, other] = [await buildPlace(app, museum), await buildPlace(app, museum)];
    for (const number of five) await begin(place, number);
    for (const number of [...five, 6]) await begin(other, number);
    await countVisits(app.context);
    const { api } = await app.signIn(place.owner);
    const today = toDay(app.clock.now());
    const read = () =>
      api(getTeamVisits, { params: { teamId: place.owner.personalTeamId }, query: { from: today, to: today } });
    expect(await read()).toMatchObject({
      ...{ visits: 5, visitors: 5 },
      places: [{ blueprintId: place.id, visits: 5, visitors: 5 }],
    });
    await api(binBlueprint, { params: place.params });
    expect(await read()).toEqual({ visits: null, visitors: null, places: [] });
  });

  it("leave a heat map of the spots where at least five visitors were", async () => {
    const place = await buildPlace(app, museum);
    for (const number of five) {
      const visit = await begin(place, number);
      await report(visit, [10, { kind: "spot", x: 3, z: -4, floorDm: 32 }]);
      if (number < 5) await report(visit, [11, { kind: "spot", x: 4, z: -4, floorDm: 32 }]);
    }
    const { totals } = await read(place);
    expect(totals.visits).toBe(5);
    const today = toDay(app.clock.now());
    const { api } = await app.signIn(place.owner);
    const heat = await api(getVisitHeat, { params: place.params, query: { from: today, to: today } });
    expect(heat).toEqual({ timeZone: "UTC", spots: [{ x: 1.5, z: -2, floorM: 3.2, visitors: 5 }] });
  });

  it("leave a heat map by the hour in the venue's time zone, for 90 days", async () => {
    const place = await buildPlace(app, museum);
    for (const number of five)
      await report(await begin(place, number), [10, { kind: "spot", x: 3, z: -4, floorDm: 0 }]);
    const { api } = await app.signIn(place.owner);
    // Half an hour off UTC.
    await api(updateBlueprint, { params: place.params, body: { timeZone: "Asia/Kolkata" } });
    const { sql } = app.context;
    const id = place.params.blueprintId;
    await sql`update place_visit_events set happened_at = date_trunc('day', happened_at, 'UTC') + interval '8 hours 20 minutes'
      where blueprint_id = ${id}`;
    await removeVisitEvents(app.context);
    const today = toDay(app.clock.now());
    const between = async (fromHour: number, untilHour: number) =>
      await api(getVisitHeat, { params: place.params, query: { from: today, to: today, fromHour, untilHour } });
    // The hour from 8:00 to 9:00 UTC begins at 13:30 there.
    expect(await between(13, 14)).toMatchObject({ timeZone: "Asia/Kolkata", spots: [{ visitors: 5 }] });
    expect((await between(8, 13)).spots).toEqual([]);
    expect((await between(14, 24)).spots).toEqual([]);
    await expect(between(9, 9)).rejects.toMatchObject({ code: "invalid-input" });
    await sql`update place_visit_counts set starts_at = starts_at - interval '91 days' where blueprint_id = ${id}`;
    await sql`delete from place_visit_events where blueprint_id = ${id}`;
    await removeVisitEvents(app.context);
    const kept = await sql`select span from place_visit_counts where blueprint_id = ${id} and kind = 'spot'`;
    expect(kept).toEqual([{ span: "day" }]);
  });

  it("add up how long visitors were on each storey", async () => {
    const place = await buildPlace(app, museum);
    for (const number of five)
      await report(
        await begin(place, number),
        [10, { kind: "storey", id: "1", seconds: 60 }],
        [11, { kind: "storey", id: "1", seconds: 30 }],
        ...(number === 1
          ? ([[12, { kind: "storey", id: "0", seconds: 5 }]] satisfies Parameters<typeof report>[1][])
          : []),
      );
    expect((await read(place)).storeys).toEqual([
      { id: "1", title: "1", count: null, seconds: 450, visitors: 5 },
      { id: "0", title: "0", count: null, seconds: null, visitors: null },
    ]);
  });

  it("count an event that arrives twice once, in either order", async () => {
    const place = await buildPlace(app, museum);
    const visits = await Promise.all(five.map((number) => begin(place, number)));
    for (const visit of visits) {
      await report(visit, [11, { kind: "anchor", id: "lift" }]);
      await report(visit, [10, { kind: "anchor", id: "desk" }], [11, { kind: "anchor", id: "lift" }]);
      await report(visit, [10, { kind: "anchor", id: "desk" }], [10, { kind: "anchor", id: "desk" }]);
      await countVisits(app.context);
    }
    const { anchors, totals } = await read(place);
    expect(totals.withoutPicture).toBe(0);
    expect(anchors.map(({ id, count }) => [id, count])).toEqual([
      ["desk", 5],
      ["lift", 5],
    ]);
  });

  it("count for the short link that they began with, if it is the place's", async () => {
    const [place, other] = [await buildPlace(app, museum), await buildPlace(app, museum)];
    const make = ({ owner, params }: Place, label: string) =>
      owner.api(createShortLink, { params, body: { target: { kind: "place" }, label } });
    const [door, mail, foreign] = [await make(place, "Door"), await make(place, ""), await make(other, "Elsewhere")];
    for (const number of five) await begin(place, number, { code: door.code });
    await begin(place, 6, { code: mail.code });
    await begin(place, 7, { code: foreign.code });
    await begin(place, 8, { code: "no-code" });
    const { links } = await read(place);
    expect(links.map(({ title, count, visitors }) => [title, count, visitors])).toEqual([
      ["Door", 5, 5],
      [mail.code, null, null],
    ]);
  });

  it("of the team are apart; robots and people who ask not to be tracked aren't counted", async () => {
    const place = await buildPlace(app, museum);
    for (const number of five) await begin(place, number);
    const own = await begin(place, 6, {}, { cookie: place.owner.cookie });
    await report(own, [10, { kind: "anchor", id: "desk" }]);
    expect(await begin(place, 7, {}, { dnt: "1" })).toBeNull();
    expect(await begin(place, 8, {}, { "sec-gpc": "1" })).toBeNull();
    expect(await begin(place, 9, {}, { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" })).toBeNull();
    const { totals, anchors } = await read(place);
    expect(totals).toMatchObject({ visits: 5, visitors: 5, teamVisits: 1 });
    expect(anchors).toEqual([]);
  });

  it("stay counted when their events are removed with the salt of their day", async () => {
    const place = await buildPlace(app, museum);
    const visits = await Promise.all(five.map((number) => begin(place, number)));
    app.clock.advance(dayMs);
    for (const number of five) await begin(place, number);
    await removeVisitEvents(app.context);
    const today = toDay(app.clock.now());
    const kept = await app.context.db.select().from(placeVisitEvents);
    expect(new Set(kept.map(({ happenedAt }) => toDay(happenedAt)))).toEqual(new Set([today]));
    expect((await app.context.db.select().from(placeVisitSalts)).map(({ day }) => day)).toEqual([today]);
    // Counting again must not forget what was counted from removed events.
    const numbers = await read(place, 2);
    expect(numbers.totals).toMatchObject({ visits: 10, visitors: 10 });
    expect(numbers.spans.map(({ visits }) => visits)).toEqual([5, 5]);
    // The same people have another hash on another day.
    expect(new Set(kept.map(({ visitor }) => visitor)).size).toBeGreaterThanOrEqual(5);
    expect(await outcome(report(visits[0] ?? "", [10, { kind: "anchor", id: "desk" }]))).toBe("visit-ended");
  });

  it("are reported for some hours, of their own place, and not under a forged name", async () => {
    const place = await buildPlace(app, museum);
    const other = await buildPlace(app, (doc) => addAnchors(doc, [{ id: "foreign", title: "Elsewhere" }]));
    const visits = await Promise.all(five.map((number) => begin(place, number)));
    for (const visit of visits) {
      await report(visit, [10, { kind: "anchor", id: "foreign" }], [11, { kind: "zone", id: "no-zone", seconds: 5 }]);
      await report(visit, [12, { kind: "stop", id: "short", stop: 40 }]);
    }
    const { anchors, zones, tours } = await read(place);
    expect({ anchors, zones, tours }).toEqual({ anchors: [], zones: [], tours: [] });
    const [visit] = visits as [string];
    const forged = [visit.replace(place.id, other.id), `${visit}x`, "", ".", visit.slice(0, -4)];
    for (const token of forged) expect(await outcome(report(token, [10, { kind: "no-picture" }]))).toBe("visit-ended");
    expect((await read(other)).totals.teamVisits).toBe(0);
    app.clock.advance((visitReportedHours + 1) * 3_600_000);
    expect(await outcome(report(visit, [13, { kind: "no-picture" }]))).toBe("visit-ended");
  });

  it("need what opens the place", async () => {
    const place = await buildPlace(app, museum, "private");
    expect(await outcome(begin(place, 1))).toBe("blueprint-not-published");
  });

  it.each([
    ["another site's path", { site: "example.org/secret?q=1" }],
    ["an unknown device", { device: "toaster" }],
    ["a picture before its request", { firstPictureMs: -1 }],
  ])("refuse %s", async (_, visit) => {
    const place = await buildPlace(app, museum);
    expect(await outcome(begin(place, 1, visit))).toBe("invalid-input");
  });

  it("refuse too many events, and numbers of events that are the server's own", async () => {
    const place = await buildPlace(app, museum);
    const visit = await begin(place, 1);
    expect(await outcome(report(visit, [0, { kind: "no-picture" }]))).toBe("invalid-input");
    const many = Array.from({ length: 101 }, (_, at): [number, VisitEvent["what"]] => [
      10 + at,
      { kind: "no-picture" },
    ]);
    expect(await outcome(report(visit, ...many))).toBe("invalid-input");
  });

  it("are counted for at most a tenth of the time", async () => {
    const place = await buildPlace(app, museum);
    const today = toDay(app.clock.now());
    const { api } = await app.signIn(place.owner);
    const readCounted = async () =>
      (await api(getVisitNumbers, { params: place.params, query: { from: today, to: today } })).totals.visits;
    for (const number of five) await begin(place, number);
    // The first run takes 400 ms, so the server rests for the next 3.6 s.
    const times = [0, 400, 3_900, 4_100, 4_200];
    const clock = { now: () => app.clock.now(), monotonicMs: () => times.shift() ?? Number.NaN };
    const restingCount = createRestingCount({ ...app.context, clock });
    await restingCount();
    expect(await readCounted()).toBe(5);
    for (const number of five) await begin(place, number);
    await restingCount();
    expect(await readCounted()).toBe(5);
    await restingCount();
    expect(await readCounted()).toBe(10);
  });

  it("say so when the range is upside down", async () => {
    const { owner, params } = await buildPlace(app, museum);
    const query = { from: "2026-11-02", to: "2026-11-01" };
    expect(await outcome(owner.api(getVisitNumbers, { params, query }))).toBe("invalid-input");
  });
});
