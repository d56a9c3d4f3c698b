import type { EmbeddedNumbers, ShownSubject } from "@blueprint/contract/embed-tokens";
import { formatDuration } from "../../lib/format.ts";
import type { Bar } from "../../ui/bar-chart.tsx";
import type { EmbeddedTexts } from "./embedded-texts.ts";

const dayMs = 24 * 3_600_000;

type Figures = EmbeddedNumbers["figures"];
type ListName = "anchors" | "zones" | "sources" | "devices";

export interface ShownList {
  readonly id: ListName;
  readonly title: string;
  readonly of: string;
  readonly figure: string;
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    /** Null if it is about too few visitors, like `visitors`. */
    readonly value: string | null;
    readonly visitors: string | null;
  }[];
}

/** The chosen lists, with an empty one where nothing was counted. */
export function describeLists(figures: Figures, texts: EmbeddedTexts): ShownList[] {
  const lists = [
    { id: "anchors", title: texts.anchors, of: texts.name, figure: texts.opened },
    { id: "zones", title: texts.zones, of: texts.name, figure: texts.time },
    { id: "sources", title: texts.sources, of: texts.site, figure: texts.visits },
    { id: "devices", title: texts.devices, of: texts.device, figure: texts.visits },
  ] as const;
  return lists.flatMap((list) => {
    const subjects = figures[list.id];
    if (subjects === undefined) return [];
    return [{ ...list, rows: subjects.map((subject) => toRow(list.id, subject, texts)) }];
  });
}

function toRow(list: ListName, subject: ShownSubject, texts: EmbeddedTexts): ShownList["rows"][number] {
  const { id, count, seconds, visitors } = subject;
  const time = seconds === null ? null : formatDuration(seconds);
  const value = list === "zones" ? time : toCount(count, texts);
  return { id, name: nameOf(list, subject, texts), value, visitors: toCount(visitors, texts) };
}

function nameOf(list: ListName, { id, title }: ShownSubject, texts: EmbeddedTexts): string {
  if (list === "devices") return texts.deviceNames[id] ?? id;
  if (list === "sources" && id === "") return texts.noSite;
  return title === "" ? texts.untitled : title;
}

/** Null if it is about too few visitors. */
export function toCount(figure: number | null, { language }: EmbeddedTexts): string | null {
  return figure === null ? null : figure.toLocaleString(language);
}

/** Visits of every day of the range. */
export function toBars({ from, to, figures }: EmbeddedNumbers, texts: EmbeddedTexts): Bar[] {
  const known = new Map(figures.trend?.map(({ at, visits }) => [at, visits]));
  const format = new Intl.DateTimeFormat(texts.locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const bars: Bar[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += dayMs) {
    const id = new Date(ms).toISOString();
    const visits = known.get(id);
    const value = visits === undefined ? 0 : visits;
    const text = value === null ? texts.tooFewVisitors : texts.amount(value);
    bars.push({ id, name: format.format(ms), value, text });
  }
  return bars;
}

/** First and last day in words. */
export function toDays({ from, to }: EmbeddedNumbers, { locale }: EmbeddedTexts): string {
  const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return format.formatRange(Date.parse(from), Date.parse(to));
}

/** Whether there is anything to show: `none` without a visit, `hidden` if every figure is about too few visitors. */
export function judgeFigures(figures: Figures): "some" | "hidden" | "none" {
  const { totals, trend = [], tours = [], anchors = [], zones = [], sources = [], devices = [] } = figures;
  const subjects = [...anchors, ...zones, ...sources, ...devices];
  const values = [
    ...(totals === undefined ? [] : [totals.visits]),
    ...trend.map(({ visits }) => visits),
    ...subjects.map(({ visitors }) => visitors),
    ...tours.flatMap(({ stops }) => stops.map(({ visitors }) => visitors)),
  ];
  if (values.some((value) => value !== null && value > 0)) return "some";
  return values.includes(null) ? "hidden" : "none";
}
