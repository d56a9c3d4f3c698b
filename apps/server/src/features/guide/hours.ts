import {
  describeNow,
  describeOpening,
  findOpening,
  listDifferentDays,
  listEachDay,
} from "@blueprint/contract/describe-opening-hours";
import type { OpeningHours } from "@blueprint/contract/opening-hours";

/** Opening hours are put into words in the languages of the visitors' pages. */
export const hoursLanguages = ["en", "de"] as const;
type HoursLanguage = (typeof hoursLanguages)[number];

export const hoursTitles: Readonly<Record<HoursLanguage, string>> = { en: "Opening hours", de: "Öffnungszeiten" };

/** What visitors ask them by. */
export const hoursWords: Readonly<Record<HoursLanguage, string>> = {
  en: "opening hours times open opens opened close closes closed closing today tomorrow weekend holiday holidays",
  de: "Öffnungszeiten geöffnet offen öffnet geschlossen schließt Uhrzeit heute morgen Wochenende Feiertag Feiertage",
};

const everyDate = "";

/** Each day with its times, so that an answer about one can be checked. */
export function describeHours(hours: OpeningHours, language: HoursLanguage): string {
  const days = [...listEachDay(hours, language), ...listDifferentDays(hours, everyDate, language)];
  return [...days.map((line) => `${line.days}: ${line.times}`), hours.note].join("\n").trim();
}

/** What holds at this moment, to be read before the opening hours; empty if the venue's time zone isn't known. */
export function describeToday(
  { openingHours, timeZone }: { readonly openingHours: OpeningHours | null; readonly timeZone: string | null },
  now: Date,
  language: string | null,
): string {
  if (openingHours === null || timeZone === null) return "";
  const opening = findOpening(openingHours, timeZone, now);
  return `${describeNow(opening, language ?? "en")} ${describeOpening(opening, language ?? "en")}.\n`;
}
