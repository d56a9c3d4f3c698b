import { type DifferentDays, endsNextDay, type OpeningHours, type OpenSpan, weekdays } from "./opening-hours.ts";

/** Days with the same times, in words. */
export interface DayLine {
  readonly days: string;
  readonly times: string;
}

/** Whether a venue is open at a moment, in its own time. */
export interface Opening {
  readonly isOpen: boolean;
  /** When that changes; null if it doesn't within the weeks ahead. */
  readonly until: LocalTime | null;
  readonly now: LocalTime;
}

/** Date and time on the venue's own clock. */
interface LocalTime {
  /** `2026-11-28` */
  readonly date: string;
  /** `16:40` */
  readonly time: string;
}

const english = {
  closed: "closed",
  allDay: "open all day",
  and: " and ",
  open: "Open now",
  openUntil: (time: string) => `Open now, until ${time}`,
  openUntilDay: (time: string, day: string) => `Open now, until ${time} on ${day}`,
  shut: "Closed now",
  until: (isOpen: boolean, when: string) => `${isOpen ? "Open" : "Closed"} until ${when}`,
  opensAt: (time: string) => `Closed now, opens at ${time}`,
  opensOn: (time: string, day: string) => `Closed now, opens on ${day} at ${time}`,
  today: (day: string, time: string) => `Today is ${day}, and the time is ${time}.`,
};

const german: typeof english = {
  closed: "geschlossen",
  allDay: "durchgehend geöffnet",
  and: " und ",
  open: "Jetzt geöffnet",
  openUntil: (time) => `Jetzt geöffnet, bis ${time} Uhr`,
  openUntilDay: (time, day) => `Jetzt geöffnet, bis ${day} um ${time} Uhr`,
  shut: "Jetzt geschlossen",
  until: (isOpen, when) => `${isOpen ? "Geöffnet" : "Geschlossen"} bis ${when}`,
  opensAt: (time) => `Jetzt geschlossen, öffnet um ${time} Uhr`,
  opensOn: (time, day) => `Jetzt geschlossen, öffnet am ${day} um ${time} Uhr`,
  today: (day, time) => `Heute ist ${day}, und es ist ${time} Uhr.`,
};

function toWords(language: string): typeof english {
  return new Intl.Locale(language).language === "de" ? german : english;
}

/** The week, days in a row with the same times together: `Monday – Friday`, `09:00–17:00`. English or German. */
export function listWeek({ week }: OpeningHours, language: string): DayLine[] {
  const runs: { first: number; last: number; times: string }[] = [];
  for (const [index, day] of weekdays.entries()) {
    const times = describeSpans(week[day], language);
    const run = runs.at(-1);
    if (run?.times === times) run.last = index;
    else runs.push({ first: index, last: index, times });
  }
  return runs.map(({ first, last, times }) => ({
    days:
      first === last
        ? nameWeekday(first, language)
        : `${nameWeekday(first, language)} – ${nameWeekday(last, language)}`,
    times,
  }));
}

/** Every day of the week on a line of its own. */
export function listEachDay({ week }: OpeningHours, language: string): DayLine[] {
  return weekdays.map((day, index) => ({
    days: nameWeekday(index, language),
    times: describeSpans(week[day], language),
  }));
}

/** Days with other times that are not over yet. @param today local date at the venue */
export function listDifferentDays({ differentDays }: OpeningHours, today: string, language: string): DayLine[] {
  return differentDays
    .filter(({ to }) => to >= today)
    .map((days) => ({ days: nameDays(days, language), times: describeSpans(days.spans, language) }));
}

/** Whether the venue is open, and until when. @throws RangeError for an unknown time zone */
export function findOpening(hours: OpeningHours, timeZone: string, at: Date): Opening {
  const now = toLocalTime(at, timeZone);
  const nowMinute = toMinute(now.time);
  const open = listOpenMinutes(hours, now.date);
  const current = open.find(({ from, to }) => from <= nowMinute && nowMinute < to);
  const change = current?.to ?? open.find(({ from }) => from > nowMinute)?.from;
  const isKnown = change !== undefined && change < daysAhead * dayMinutes;
  return { isOpen: current !== undefined, until: isKnown ? toLocal(now.date, change) : null, now };
}

/** `Open now, until 17:00`. English or German, without a full stop. */
export function describeOpening({ isOpen, until, now }: Opening, language: string): string {
  const words = toWords(language);
  if (until === null) return isOpen ? words.open : words.shut;
  const time = until.time;
  if (until.date === now.date) return isOpen ? words.openUntil(time) : words.opensAt(time);
  // An evening that ends after midnight.
  if (isOpen && until.date === addDays(now.date, 1) && time < now.time) return words.openUntil(time);
  const day = nameDate(until.date, language);
  return isOpen ? words.openUntilDay(time, day) : words.opensOn(time, day);
}

/** The same where there is little room: `Open until 17:00`, `Closed until Sun 10:00`, or a date if that is a week away. */
export function describeOpeningBriefly({ isOpen, until, now }: Opening, language: string): string {
  const words = toWords(language);
  if (until === null) return isOpen ? words.open : words.shut;
  const { date, time } = until;
  if (date === now.date) return words.until(isOpen, time);
  const isNear = date < addDays(now.date, 7);
  const day = new Date(`${date}T00:00Z`);
  return words.until(
    isOpen,
    isNear
      ? `${formatDate(day, language, { weekday: "short" })} ${time}`
      : formatDate(day, language, { day: "numeric", month: "short" }),
  );
}

/** Date and time at the venue, as a sentence. English or German. */
export function describeNow({ now }: Pick<Opening, "now">, language: string): string {
  const day = nameDate(now.date, language, { year: "numeric" });
  return toWords(language).today(day, now.time);
}

const dayMinutes = 24 * 60;
/** Longer than the closures that venues announce. */
const daysAhead = 60;

/** Minutes from midnight of a date during which it is open, without gaps between neighbours. */
function listOpenMinutes(hours: OpeningHours, today: string): { from: number; to: number }[] {
  const merged: { from: number; to: number }[] = [];
  // An evening may have begun yesterday.
  for (let day = -1; day <= daysAhead; day++) {
    for (const span of findSpans(hours, addDays(today, day))) {
      const from = day * dayMinutes + toMinute(span.opens);
      const to = day * dayMinutes + toMinute(span.closes) + (endsNextDay(span) ? dayMinutes : 0);
      const last = merged.at(-1);
      if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
      else merged.push({ from, to });
    }
  }
  return merged;
}

function findSpans({ week, differentDays }: OpeningHours, date: string): readonly OpenSpan[] {
  const different = differentDays.find(({ from, to }) => from <= date && date <= to);
  return different?.spans ?? week[weekdays[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7]!];
}

function describeSpans(spans: readonly OpenSpan[], language: string): string {
  const words = toWords(language);
  if (spans.length === 0) return words.closed;
  return spans.map(({ opens, closes }) => (opens === closes ? words.allDay : `${opens}–${closes}`)).join(words.and);
}

function nameWeekday(index: number, language: string): string {
  // The first of January 2024 was a Monday.
  return formatDate(new Date(Date.UTC(2024, 0, 1 + index)), language, { weekday: "long" });
}

function nameDays({ from, to, reason }: DifferentDays, language: string): string {
  const year = { year: "numeric" } as const;
  const days =
    from === to
      ? nameDate(from, language, year)
      : `${nameDate(from, language, year)} – ${nameDate(to, language, year)}`;
  return reason === "" ? days : `${days} (${reason})`;
}

function nameDate(date: string, language: string, more: Intl.DateTimeFormatOptions = {}): string {
  return formatDate(new Date(`${date}T00:00Z`), language, { weekday: "long", day: "numeric", month: "long", ...more });
}

function formatDate(date: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { ...options, timeZone: "UTC" }).format(date);
}

function toLocalTime(at: Date, timeZone: string): LocalTime {
  // Swedish writes dates as ISO 8601 does.
  const parts = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
  const [date = "", time = ""] = parts.split(" ");
  return { date, time };
}

function toLocal(today: string, minute: number): LocalTime {
  const at = new Date(Date.parse(`${today}T00:00Z`) + minute * 60_000).toISOString();
  return { date: at.slice(0, 10), time: at.slice(11, 16) };
}

function addDays(date: string, days: number): string {
  return toLocal(date, days * dayMinutes).date;
}

function toMinute(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
