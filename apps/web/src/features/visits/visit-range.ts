const dayMs = 24 * 3_600_000;

/** Days of a range, ending today (UTC). */
export const rangeDays = [1, 7, 30, 90, 365] as const;
export type RangeDays = (typeof rangeDays)[number];

/** A number of days that can be chosen; 30 for others. */
export function findRangeDays(days: number | undefined): RangeDays {
  return rangeDays.find((known) => known === days) ?? 30;
}

/** First and last day, as YYYY-MM-DD (UTC). */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export function toRange(days: number, now: Date): DayRange {
  return { from: toDay(now.getTime() - (days - 1) * dayMs), to: toDay(now.getTime()) };
}

/** What the address says of the days that are shown and compared. */
export interface RangeChoice {
  readonly days?: number | undefined;
  /** Both together, instead of `days`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Both together, instead of the days before. */
  readonly vsFrom?: string | undefined;
  readonly vsTo?: string | undefined;
}

export interface Ranges {
  readonly range: DayRange;
  readonly former: DayRange;
  /** Null for days of one's own choice. */
  readonly days: RangeDays | null;
  /** Whether the former days are those before. */
  readonly isBefore: boolean;
}

/** The days to show, and those to compare them with. */
export function toRanges({ days, from, to, vsFrom, vsTo }: RangeChoice, now: Date): Ranges {
  const own = isRange(from, to) ? { from: from as string, to: to as string } : null;
  const known = findRangeDays(days);
  const range = own ?? toRange(known, now);
  const isBefore = !isRange(vsFrom, vsTo);
  const former = isBefore ? toDaysBefore(range) : { from: vsFrom as string, to: vsTo as string };
  return { range, former, days: own === null ? known : null, isBefore };
}

function isRange(from: string | undefined, to: string | undefined): boolean {
  return from !== undefined && to !== undefined && from <= to;
}

function toDaysBefore({ from, to }: DayRange): DayRange {
  const lengthMs = Date.parse(to) - Date.parse(from) + dayMs;
  return { from: toDay(Date.parse(from) - lengthMs), to: toDay(Date.parse(from) - dayMs) };
}

const nameFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Such as "1 Oct 2026 to 7 Oct 2026". */
export function nameRange({ from, to }: DayRange): string {
  const name = (day: string) => nameFormat.format(new Date(day));
  return from === to ? name(from) : `${name(from)} to ${name(to)}`;
}

/** Beginnings of the days of a range, or of the hours of one day, as ISO times. */
export function listSpans({ from, to }: DayRange): string[] {
  const stepMs = from === to ? 3_600_000 : dayMs;
  const spans: string[] = [];
  for (let ms = Date.parse(from); ms < Date.parse(to) + dayMs; ms += stepMs) spans.push(new Date(ms).toISOString());
  return spans;
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
