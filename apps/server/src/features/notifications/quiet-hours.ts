const dayMinutes = 24 * 60;

/** Minutes since midnight in a time zone. */
export function toMinuteOfDay(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const found = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return (found.hour ?? 0) * 60 + (found.minute ?? 0);
}

/** The calendar day in a time zone, as "2026-11-20". */
export function toCalendarDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);
}

/** "22:30" in minutes since midnight. */
export function readTimeOfDay(text: string): number {
  const [hours, minutes] = text.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

/**
 * When the current quiet hours end; null outside of them. They may span midnight. If clocks change in between, the end
 * is an hour off, so callers that wake by it check again.
 */
export function findQuietEnd(
  now: Date,
  { timeZone, from, to }: { timeZone: string; from: string; to: string },
): Date | null {
  const minute = toMinuteOfDay(now, timeZone);
  const [start, end] = [readTimeOfDay(from), readTimeOfDay(to)];
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return null;
  const minutesLeft = (end - minute + dayMinutes) % dayMinutes;
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + minutesLeft * 60_000);
}
