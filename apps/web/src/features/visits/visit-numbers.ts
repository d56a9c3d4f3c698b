import { getBlueprint } from "@blueprint/contract/blueprints";
import { type GuideRates, getGuideRates } from "@blueprint/contract/guide-questions";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import {
  getTeamVisits,
  getVisitHeat,
  getVisitNumbers,
  type HeatSpot,
  type VisitNumbers,
  type VisitSubject,
  visitorsShownMin,
} from "@blueprint/contract/visits";
import { writeCsv } from "@blueprint/scene/csv-text";
import { dataQuery } from "../../lib/data-query.ts";
import { formatCount, formatDuration } from "../../lib/format.ts";
import type { DayRange } from "./visit-range.ts";

export function visitedBlueprintQuery(blueprintId: BlueprintId) {
  return dataQuery(getBlueprint, { params: { blueprintId } });
}

export function visitNumbersQuery(blueprintId: BlueprintId, { from, to }: DayRange) {
  return dataQuery(getVisitNumbers, { params: { blueprintId }, query: { from, to } });
}

export function teamVisitsQuery(teamId: TeamId, { from, to }: DayRange) {
  return dataQuery(getTeamVisits, { params: { teamId }, query: { from, to } });
}

/** @param hours the first hour of each day, and the hour at which it ends, in the venue's time zone */
export function visitHeatQuery(
  blueprintId: BlueprintId,
  { from, to }: DayRange,
  { fromHour, untilHour }: DayHours = wholeDay,
) {
  return dataQuery(getVisitHeat, { params: { blueprintId }, query: { from, to, fromHour, untilHour } });
}

export function askedQuery(blueprintId: BlueprintId, { from, to }: DayRange) {
  return dataQuery(getGuideRates, { params: { blueprintId }, query: { from, to } });
}

/** The place as its team sees it, for its plan. */
export function visitedPlaceQuery(slug: string) {
  return dataQuery(getPublishedBlueprint, { params: { slug }, query: {} });
}

/** Hours of each day; the last one is not among them. */
export interface DayHours {
  readonly fromHour: number;
  readonly untilHour: number;
}

export const wholeDay: DayHours = { fromHour: 0, untilHour: 24 };

/** Parts of the day that a heat map can show. */
export const dayParts: readonly DayHours[] = [
  wholeDay,
  ...[0, 6, 9, 12, 15, 18, 21].map((fromHour) => ({ fromHour, untilHour: fromHour === 0 ? 6 : fromHour + 3 })),
];

export function namePart({ fromHour, untilHour }: DayHours): string {
  return untilHour - fromHour === 24 ? "All day" : `${fromHour}:00 to ${untilHour}:00`;
}

export const tooFew = `fewer than ${visitorsShownMin}`;

/** A figure of a place's visits. */
export interface Figure {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Beside the same figure of the days before; empty if one of both is unknown. */
  readonly change: string;
  /** What it counts, and how. */
  readonly definition: string;
}

/** @param than what the former figures are of */
export function describeFigures(
  { totals }: VisitNumbers,
  former: VisitNumbers | undefined,
  than = "the days before",
): Figure[] {
  const { visits, visitors, seconds, withoutPicture, firstPictureMedianMs, firstPictureP95Ms, teamVisits } = totals;
  const before = former?.totals;
  const figures: Figure[] = [
    {
      id: "visits",
      label: "Visits",
      value: toCount(visits),
      change: toChange(visits, before?.visits, than),
      definition:
        "A visit begins when a visitor first moves, touches or types after the place is shown, in 3D or as text, on its own page or embedded. Reloading begins another.",
    },
    {
      id: "visitors",
      label: "Visitors",
      value: toCount(visitors),
      change: toChange(visitors, before?.visitors, than),
      definition:
        "Different visitors of each day, added up: a visitor who comes back on another day counts again. A hash of network and browser, with a key that changes every day, tells visitors apart; people who share both count as one.",
    },
    {
      id: "time",
      label: "Average time",
      value: visits === null || seconds === null ? tooFew : visits === 0 ? "–" : formatDuration(seconds / visits),
      change: "",
      definition: "Time for which the place was visible in the browser, divided by the visits.",
    },
    {
      id: "picture",
      label: "First picture",
      value: firstPictureMedianMs === null ? toUnknown(visits) : toTime(firstPictureMedianMs),
      change: firstPictureP95Ms === null ? "" : `95 %: ${toTime(firstPictureP95Ms)}`,
      definition:
        "From opening the page until the first picture of the place was drawn, for visits that opened the place directly: half of them took at most this long.",
    },
  ];
  if (withoutPicture !== null && withoutPicture > 0)
    figures.push({
      id: "without-picture",
      label: "Without a picture",
      value: toCount(withoutPicture),
      change: toChange(withoutPicture, before?.withoutPicture, than),
      definition: "Times that a visitor's browser could not draw the place. They were offered the text version.",
    });
  figures.push({
    id: "team",
    label: "Team's visits",
    value: toCount(teamVisits),
    change: "",
    definition: "Visits of members of the team while they were signed in. No other figure includes them.",
  });
  return figures;
}

export function toCount(figure: number | null): string {
  return figure === null ? tooFew : formatCount(figure);
}

/** A time that is the upper end of a class. */
function toTime(ms: number): string {
  return `up to ${ms / 1000} s`;
}

function toUnknown(visits: number | null): string {
  return visits === null ? tooFew : "–";
}

function toChange(now: number | null, before: number | null | undefined, than: string): string {
  if (now === null || before == null || before === 0) return "";
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)} % on ${than}`;
}

/** What the figures tell apart, each with a definition. */
export interface SubjectList {
  readonly id: "anchors" | "zones" | "storeys" | "links" | "sources" | "embeds" | "devices" | "forms";
  readonly title: string;
  /** What is listed, and what its second figure is. */
  readonly of: string;
  readonly figure: string;
  readonly definition: string;
  readonly subjects: readonly VisitSubject[];
}

export function describeSubjects({
  anchors,
  zones,
  storeys,
  links,
  sources,
  embeds,
  devices,
  forms,
}: VisitNumbers): SubjectList[] {
  const lists: SubjectList[] = [
    {
      ...{ id: "anchors", title: "Cards", of: "Anchor", figure: "Opened", subjects: anchors },
      definition: "How often the card of an anchor was opened, from a pin, the list, a link, a tour or the guide.",
    },
    {
      ...{ id: "zones", title: "Zones", of: "Zone", figure: "Time", subjects: zones },
      definition: "How long visitors who walked stood in a zone, worked out in their browser from the camera's path.",
    },
    {
      ...{ id: "storeys", title: "Storeys", of: "Storey", figure: "Time", subjects: storeys },
      definition: "How long visitors who walked were on a storey, counted from the lowest.",
    },
    {
      ...{ id: "links", title: "Short links and signs", of: "Link or sign", figure: "Visits", subjects: links },
      definition: "Visits that began with a short link, on a sign, in an email or elsewhere.",
    },
    {
      ...{ id: "sources", title: "Where visitors come from", of: "Site", figure: "Visits", subjects: sources },
      definition:
        "The other web site that led to the place. Links in emails and apps, and on signs, come from no site.",
    },
    {
      ...{ id: "embeds", title: "Sites that embed it", of: "Site", figure: "Visits", subjects: embeds },
      definition: "The web site in whose page the place was shown, if that site says so.",
    },
    {
      ...{ id: "devices", title: "Devices", of: "Device", figure: "Visits", subjects: devices },
      definition: "By the size of the screen and whether it is touched.",
    },
    {
      ...{ id: "forms", title: "How it was viewed", of: "View", figure: "Visits", subjects: forms },
      definition: "How the place was opened first. Switching between the two begins another visit.",
    },
  ];
  return lists.filter(({ subjects }) => subjects.length > 0);
}

const deviceNames: Readonly<Record<string, string>> = { computer: "Computer", tablet: "Tablet", phone: "Phone" };
const formNames: Readonly<Record<string, string>> = { scene: "In 3D", text: "As text" };

export function nameSubject({ id: list }: Pick<SubjectList, "id">, { id, title }: VisitSubject): string {
  if (list === "devices") return deviceNames[id] ?? id;
  if (list === "storeys") return `Storey ${Number(id) + 1}`;
  if (list === "forms") return formNames[id] ?? id;
  if ((list === "sources" || list === "embeds") && id === "")
    return list === "sources" ? "No other site" : "Unknown site";
  if (title === null) return "No longer in this place";
  return title === "" ? "Untitled" : title;
}

export function toSubjectFigure({ id: list }: Pick<SubjectList, "id">, { count, seconds }: VisitSubject): string {
  if (!isTimed(list)) return toCount(count);
  return seconds === null ? tooFew : formatDuration(seconds);
}

/** Whether a list's second figure is a time. */
function isTimed(list: SubjectList["id"]): boolean {
  return list === "zones" || list === "storeys";
}

/** What visitors asked the guide, each with a definition; nothing where it wasn't asked. */
export function describeAsked({ searches, questions }: GuideRates): Omit<Figure, "change">[] {
  const figures = [
    {
      ...{ id: "searches", label: "Searches", count: searches.asked },
      definition: "Searches of visitors in the guide. Members of the team aren't counted.",
    },
    {
      ...{ id: "nothing-found", label: "Searches without a result", count: searches.asked - searches.found },
      definition: "Those that found no passage. The AI studio lists them if the place keeps what it couldn't answer.",
    },
    {
      ...{ id: "questions", label: "Questions to the guide", count: questions.asked },
      definition: "Written or spoken, by visitors who turned answers on.",
    },
    {
      ...{ id: "answered", label: "Answered", count: questions.answered },
      definition: "Questions that got an answer from passages of the place.",
    },
  ];
  if (searches.asked + questions.asked === 0) return [];
  return figures.map(({ count, ...figure }) => ({ ...figure, value: formatCount(count) }));
}

/** Every figure of a range in a table. */
export function toVisitsCsv(
  numbers: VisitNumbers,
  spots: readonly HeatSpot[] = [],
  asked: ReturnType<typeof describeAsked> = [],
): string {
  const figure = (value: number | null) => (value === null ? tooFew : String(value));
  return writeCsv([
    ["what", "id", "name", "count", "seconds", "visitors"],
    ...numbers.spans.map(({ at, visits, visitors }) => ["visits", at, "", figure(visits), "", figure(visitors)]),
    ...describeSubjects(numbers).flatMap((list) =>
      list.subjects.map((subject) => [
        list.id,
        subject.id,
        nameSubject(list, subject),
        isTimed(list.id) ? "" : figure(subject.count),
        isTimed(list.id) ? figure(subject.seconds) : "",
        figure(subject.visitors),
      ]),
    ),
    ...numbers.tours.flatMap(({ id, title, stops }) =>
      stops.map(({ stop, count, visitors }) => [
        ...["tours", `${id} stop ${stop + 1}`, title ?? "No longer in this place"],
        ...[figure(count), "", figure(visitors)],
      ]),
    ),
    ...asked.map(({ id, label, value }) => ["guide", id, label, value.replace(/\D/g, ""), "", ""]),
    ...spots.map(({ x, z, floorM, visitors }) => [
      ...["spots", `${x} ${z} ${floorM}`, "x, z and floor in metres"],
      ...["", "", String(visitors)],
    ]),
  ]);
}
