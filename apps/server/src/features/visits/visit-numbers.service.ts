import type { EmbeddedNumbers, EmbedFigure, EmbedRangeDays, ShownSubject } from "@blueprint/contract/embed-tokens";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { PublishedScene } from "@blueprint/contract/published";
import {
  firstPictureClassesMs,
  type HeatSpot,
  heatSpotsMax,
  spotM,
  type TeamVisits,
  type VisitNumbers,
  type VisitSubject,
  visitedPlacesMax,
  visitorsShownMin,
} from "@blueprint/contract/visits";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { BlueprintScope, TeamScope } from "../../platform/http/scope.ts";
import { readBlueprint } from "../blueprints/blueprints.service.ts";
import { findServedVersion } from "../publishing/publishing.service.ts";
import { nameShortLinks } from "../short-links/short-links.service.ts";
import { listVisitSpans, listVisitSpots, sumTeamVisits, sumVisitCounts, type VisitSum } from "./visits.repository.ts";

const dayMs = 24 * 3_600_000;
const subjectsMax = 100;
/** All but spots. */
const countedKinds = [
  ...["visit", "team", "seen", "no-picture", "picture", "device", "form", "site", "embed", "link"],
  ...["anchor", "zone", "storey", "stop"],
];

type Sum = Pick<VisitSum, "count" | "seconds" | "visitors">;

/**
 * How a place was visited.
 * @param range first and last day, as YYYY-MM-DD
 * @throws AppError invalid-input if the last day is before the first
 */
export async function readVisitNumbers(
  context: AppContext,
  scope: BlueprintScope,
  range: { from: string; to: string },
): Promise<VisitNumbers> {
  const { db } = context;
  const { blueprintId } = scope;
  const { from, to } = readRange(range);
  const rows = await sumVisitCounts(db, blueprintId, { kinds: countedKinds, from, to });
  const isOneDay = range.from === range.to;
  const spans = await listVisitSpans(db, blueprintId, {
    span: isOneDay ? "hour" : "day",
    ...{ from, to: new Date(to.getTime() + dayMs - 1) },
  });
  const served = await findServedVersion(context, await readBlueprint(db, scope, blueprintId), "staff");
  const linkNames = await nameShortLinks(db, scope);
  const titles = toTitles(served?.scene ?? null);
  const visit = sumOf(rows, "visit");
  const [seen, noPicture] = [sumOf(rows, "seen"), sumOf(rows, "no-picture")];
  const pictures = rows.filter(({ kind }) => kind === "picture");
  const list = (kind: string, ofCount: boolean, title: (id: string) => string | null = (id) => id) =>
    listSubjects(rows, kind, ofCount, title);
  return {
    ...range,
    totals: {
      // Zero describes no visitor.
      visits: visit.count === 0 ? 0 : show(visit, visit.count),
      visitors: visit.count === 0 ? 0 : show(visit, visit.visitors),
      // Each figure is judged by the visitors that it is made of, not by those of the place.
      seconds: show(seen, seen.seconds),
      withoutPicture: noPicture.count === 0 ? show(visit, 0) : show(noPicture, noPicture.count),
      firstPictureMedianMs: show(sumOf(rows, "picture"), findTimeOf(pictures, 0.5)),
      firstPictureP95Ms: show(sumOf(rows, "picture"), findTimeOf(pictures, 0.95)),
      teamVisits: sumOf(rows, "team").count,
    },
    spans: spans.map((row) => ({
      at: row.startsAt.toISOString(),
      visits: show(row, row.count),
      visitors: show(row, row.visitors),
    })),
    anchors: list("anchor", true, (id) => titles.anchors.get(id) ?? null),
    zones: list("zone", false, (id) => titles.zones.get(id) ?? null),
    storeys: list("storey", false),
    tours: listTours(rows, titles.tours),
    links: list("link", true, (id) => linkNames.get(id) ?? null),
    sources: list("site", true),
    embeds: list("embed", true),
    devices: list("device", true),
    forms: list("form", true),
  };
}

/** Kinds of counts behind each figure of embedded numbers. */
const kindsBehind = {
  totals: ["visit", "seen"],
  trend: [],
  anchors: ["anchor"],
  zones: ["zone"],
  tours: ["stop"],
  sources: ["site"],
  devices: ["device"],
} as const satisfies Record<EmbedFigure, readonly string[]>;

/**
 * Figures of a place for everyone who sees a page on another site. Lists name only what visitors find in the place.
 * Unscoped on purpose: the caller has checked that the team shows them.
 * @param days up to today (UTC)
 * @param scene what visitors see; null while they can't open the place
 */
export async function readShownNumbers(
  { db, clock }: AppContext,
  blueprintId: BlueprintId,
  { days, kinds, scene }: { days: EmbedRangeDays; kinds: readonly EmbedFigure[]; scene: PublishedScene | null },
): Promise<Pick<EmbeddedNumbers, "from" | "to" | "figures">> {
  const to = clock.now().toISOString().slice(0, 10);
  const from = new Date(Date.parse(to) - (days - 1) * dayMs).toISOString().slice(0, 10);
  const range = readRange({ from, to });
  const counted = kinds.flatMap((kind) => kindsBehind[kind]);
  const rows = counted.length === 0 ? [] : await sumVisitCounts(db, blueprintId, { kinds: counted, ...range });
  const spans = kinds.includes("trend")
    ? await listVisitSpans(db, blueprintId, {
        span: "day",
        from: range.from,
        to: new Date(range.to.getTime() + dayMs - 1),
      })
    : [];
  const titles = toTitles(scene);
  const [visit, seen] = [sumOf(rows, "visit"), sumOf(rows, "seen")];
  // Zero describes no visitor.
  const isUnvisited = visit.count === 0;
  const list = (kind: string, toTitle: (id: string) => string | null = (id) => id) =>
    listSubjects(rows, kind, kind !== "zone", toTitle).filter(isNamed);
  const figures: Required<EmbeddedNumbers["figures"]> = {
    totals: isUnvisited
      ? { visits: 0, visitors: 0, seconds: 0 }
      : {
          visits: show(visit, visit.count),
          visitors: show(visit, visit.visitors),
          seconds: show(seen, seen.seconds),
        },
    trend: spans.map((row) => ({ at: row.startsAt.toISOString(), visits: show(row, row.count) })),
    anchors: list("anchor", (id) => titles.anchors.get(id) ?? null),
    zones: list("zone", (id) => titles.zones.get(id) ?? null),
    tours: listTours(rows, titles.tours)
      .filter(isNamed)
      .map(({ id, title, stops }) => ({ id, title, stops: stops.map(({ stop, visitors }) => ({ stop, visitors })) })),
    sources: list("site"),
    devices: list("device"),
  };
  return { from, to, figures: Object.fromEntries(kinds.map((kind) => [kind, figures[kind]])) };
}

function isNamed<T extends { title: string | null }>(subject: T): subject is T & Pick<ShownSubject, "title"> {
  return subject.title !== null;
}

/** How a team's places were visited. @throws AppError invalid-input if the last day is before the first */
export async function readTeamVisits(
  { db }: AppContext,
  scope: TeamScope,
  range: { from: string; to: string },
): Promise<TeamVisits> {
  const { from, to } = readRange(range);
  const rows = await sumTeamVisits(db, scope, from, to);
  const visitors = rows.reduce((all, row) => all + row.visitors, 0);
  const visits = rows.reduce((all, { count }) => all + count, 0);
  return {
    visits: show({ visitors }, visits),
    visitors: show({ visitors }, visitors),
    places: rows
      .sort((a, b) => compareShown(a, b) || (a.blueprintId < b.blueprintId ? -1 : 1))
      .slice(0, visitedPlacesMax)
      .map((row) => ({
        blueprintId: row.blueprintId as BlueprintId,
        name: row.name,
        visits: show(row, row.count),
        visitors: show(row, row.visitors),
      })),
  };
}

/** Where visitors were on foot. @throws AppError invalid-input if a day or hour ends before it begins */
export async function readVisitHeat(
  { db }: AppContext,
  scope: BlueprintScope,
  { fromHour, untilHour, ...range }: { from: string; to: string; fromHour: number; untilHour: number },
): Promise<{ timeZone: string; spots: HeatSpot[] }> {
  if (untilHour <= fromHour)
    throw new AppError("invalid-input", { fields: { untilHour: "The last hour must be after the first." } });
  const timeZone = (await readBlueprint(db, scope, scope.blueprintId)).timeZone ?? "UTC";
  const found = await listVisitSpots(db, scope.blueprintId, {
    ...readRange(range),
    hours: untilHour - fromHour === 24 ? null : { fromHour, untilHour, timeZone },
    ...{ visitorsMin: visitorsShownMin, spotsMax: heatSpotsMax },
  });
  const spots = found.map(({ subject, visitors }) => {
    const [x = 0, z = 0, floorDm = 0] = subject.split("/").map(Number);
    return { x: x * spotM, z: z * spotM, floorM: floorDm / 10, visitors };
  });
  return { timeZone, spots };
}

function readRange(range: { from: string; to: string }): { from: Date; to: Date } {
  const [from, to] = [new Date(range.from), new Date(range.to)];
  if (to < from) throw new AppError("invalid-input", { fields: { to: "The last day must not be before the first." } });
  return { from, to };
}

/** Null for figures about too few visitors. */
function show<T>({ visitors }: Pick<Sum, "visitors">, figure: T): T | null {
  return visitors < visitorsShownMin ? null : figure;
}

function sumOf(rows: readonly VisitSum[], kind: string): Sum {
  return addUp(rows.filter((row) => row.kind === kind));
}

function addUp(rows: readonly VisitSum[]): Sum {
  const sum = { count: 0, seconds: 0, visitors: 0 };
  for (const { count, seconds, visitors } of rows) {
    sum.count += count;
    sum.seconds += seconds;
    sum.visitors += visitors;
  }
  return sum;
}

/** Most visitors first. Those with too few come last, in no order that tells which had more. */
function compareShown(a: Pick<Sum, "visitors">, b: Pick<Sum, "visitors">): number {
  return (show(b, b.visitors) ?? 0) - (show(a, a.visitors) ?? 0);
}

function listSubjects(
  rows: readonly VisitSum[],
  kind: string,
  ofCount: boolean,
  toTitle: (id: string) => string | null,
): VisitSubject[] {
  return rows
    .filter((row) => row.kind === kind)
    .sort((a, b) => compareShown(a, b) || (a.subject < b.subject ? -1 : 1))
    .slice(0, subjectsMax)
    .map((row) => ({
      ...{ id: row.subject, title: toTitle(row.subject) },
      count: ofCount ? show(row, row.count) : null,
      seconds: ofCount ? null : show(row, row.seconds),
      visitors: show(row, row.visitors),
    }));
}

function listTours(
  rows: readonly VisitSum[],
  titles: ReadonlyMap<string, { title: string; stopCount: number }>,
): VisitNumbers["tours"] {
  const stops = Map.groupBy(
    rows.filter(({ kind }) => kind === "stop"),
    ({ subject }) => subject.slice(0, subject.lastIndexOf("/")),
  );
  return [...stops].sort().map(([id, ofTour]) => {
    const byStop = Map.groupBy(ofTour, ({ subject }) => Number(subject.slice(subject.lastIndexOf("/") + 1)));
    const stopCount = Math.max(titles.get(id)?.stopCount ?? 0, ...[...byStop.keys()].map((stop) => stop + 1));
    return {
      id,
      title: titles.get(id)?.title ?? null,
      stops: Array.from({ length: stopCount }, (_, stop) => {
        const sum = addUp(byStop.get(stop) ?? []);
        return { stop, count: show(sum, sum.count), visitors: show(sum, sum.visitors) };
      }),
    };
  });
}

function toTitles(scene: PublishedScene | null) {
  const { anchors, zones = [], tours = [] } = scene ?? { anchors: [] };
  return {
    anchors: new Map(anchors.map(({ id, title }) => [id, title])),
    zones: new Map(zones.map(({ id, name }) => [id, name])),
    tours: new Map(tours.map(({ id, name, stops }) => [id, { title: name, stopCount: stops.length }])),
  };
}

/** The upper end of the class that a share of the pictures doesn't exceed; null if that class has none, or without pictures. */
function findTimeOf(rows: readonly VisitSum[], share: number): number | null {
  const { count: total } = addUp(rows);
  if (total === 0) return null;
  let within = 0;
  for (const [index, classMs] of firstPictureClassesMs.entries()) {
    within += addUp(rows.filter(({ subject }) => subject === String(index))).count;
    if (within >= total * share) return classMs;
  }
  return null;
}
