import { getBlueprint } from "@blueprint/contract/blueprints";
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

export function visitHeatQuery(blueprintId: BlueprintId, { from, to }: DayRange) {
  return dataQuery(getVisitHeat, { params: { blueprintId }, query: { from, to } });
}

/** The place as its team sees it, for its plan. */
export function visitedPlaceQuery(slug: string) {
  return dataQuery(getPublishedBlueprint, { params: { slug }, query: {} });
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

export function describeFigures({ totals }: VisitNumbers, former: VisitNumbers | undefined): Figure[] {
  const { visits, visitors, seconds, withoutPicture, firstPictureMedianMs, firstPictureP95Ms, teamVisits } = totals;
  const before = former?.totals;
  const figures: Figure[] = [
    {
      id: "visits",
      label: "Visits",
      value: toCount(visits),
      change: toChange(visits, before?.visits),
      definition:
        "A visit begins when a visitor first moves, touches or types after the place is shown, in 3D or as text, on its own page or embedded. Reloading begins another.",
    },
    {
      id: "visitors",
      label: "Visitors",
      value: toCount(visitors),
      change: toChange(visitors, before?.visitors),
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
      change: toChange(withoutPicture, before?.withoutPicture),
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

function toChange(now: number | null, before: number | null | undefined): string {
  if (now === null || before == null || before === 0) return "";
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)} % on the days before`;
}

/** What the figures tell apart, each with a definition. */
export interface SubjectList {
  readonly id: "anchors" | "zones" | "links" | "sources" | "embeds" | "devices" | "forms";
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
  if (list === "forms") return formNames[id] ?? id;
  if ((list === "sources" || list === "embeds") && id === "")
    return list === "sources" ? "No other site" : "Unknown site";
  if (title === null) return "No longer in this place";
  return title === "" ? "Untitled" : title;
}

export function toSubjectFigure({ id: list }: Pick<SubjectList, "id">, { count, seconds }: VisitSubject): string {
  if (list !== "zones") return toCount(count);
  return seconds === null ? tooFew : formatDuration(seconds);
}

/** Every figure of a range in a table. */
export function toVisitsCsv(numbers: VisitNumbers, spots: readonly HeatSpot[] = []): string {
  const figure = (value: number | null) => (value === null ? tooFew : String(value));
  return writeCsv([
    ["what", "id", "name", "count", "seconds", "visitors"],
    ...numbers.spans.map(({ at, visits, visitors }) => ["visits", at, "", figure(visits), "", figure(visitors)]),
    ...describeSubjects(numbers).flatMap((list) =>
      list.subjects.map((subject) => [
        list.id,
        subject.id,
        nameSubject(list, subject),
        list.id === "zones" ? "" : figure(subject.count),
        list.id === "zones" ? figure(subject.seconds) : "",
        figure(subject.visitors),
      ]),
    ),
    ...numbers.tours.flatMap(({ id, title, stops }) =>
      stops.map(({ stop, count, visitors }) => [
        ...["tours", `${id} stop ${stop + 1}`, title ?? "No longer in this place"],
        ...[figure(count), "", figure(visitors)],
      ]),
    ),
    ...spots.map(({ x, z, floorM, visitors }) => [
      ...["spots", `${x} ${z} ${floorM}`, "x, z and floor in metres"],
      ...["", "", String(visitors)],
    ]),
  ]);
}
