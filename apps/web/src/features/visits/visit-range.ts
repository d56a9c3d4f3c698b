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

/** The days before, as many. */
export function toFormerRange(days: number, now: Date): DayRange {
  return toRange(days, new Date(now.getTime() - days * dayMs));
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
