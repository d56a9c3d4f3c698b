import { z } from "zod";
import { limits } from "./limits.ts";
import { lineOfText, linesOfText } from "./text.ts";

/** As ISO 8601 counts them: Monday is first. */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof weekdays)[number];

const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "Must be a time such as 09:30." });

/** From one time of the venue's day to another, which is on the next day unless it is later: `00:00` to `00:00` is all day. */
const openSpanSchema = z.object({ opens: timeOfDaySchema, closes: timeOfDaySchema });
export type OpenSpan = z.infer<typeof openSpanSchema>;

/** A day's times in their order; none if it is closed. */
const openSpansSchema = z
  .array(openSpanSchema)
  .max(limits.openSpansPerDayMax, { error: `At most ${limits.openSpansPerDayMax} times a day.` })
  .overwrite((spans) => spans.toSorted((one, other) => compare(one.opens, other.opens)))
  .refine((spans) => spans.every((span, index) => endsBefore(span, spans[index + 1])), {
    error: "These times overlap.",
  });

const calendarDateSchema = z.iso.date({ error: "Must be a date." });

const differentDaysSchema = z
  .object({
    from: calendarDateSchema,
    /** The last of the days. */
    to: calendarDateSchema,
    /** Such as “Christmas”; empty if not given. */
    reason: linesOfText(limits.hoursReasonCharactersMax),
    /** On each of the days. */
    spans: openSpansSchema,
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "Must not be before the first day." });
export type DifferentDays = z.infer<typeof differentDaysSchema>;

/** When a venue is open, in its own time zone. */
export const openingHoursSchema = z.object({
  week: z.object({
    monday: openSpansSchema,
    tuesday: openSpansSchema,
    wednesday: openSpansSchema,
    thursday: openSpansSchema,
    friday: openSpansSchema,
    saturday: openSpansSchema,
    sunday: openSpansSchema,
  }),
  /** Days with other times than their weekday's, in their order. */
  differentDays: z
    .array(differentDaysSchema)
    .max(limits.differentDaysMax, { error: `At most ${limits.differentDaysMax} periods.` })
    .overwrite((days) => days.toSorted((one, other) => compare(one.from, other.from)))
    .refine((days) => days.every(({ to }, index) => index + 1 === days.length || to < days[index + 1]!.from), {
      error: "Two of these periods share a day.",
    }),
  /** What the times don't say, such as “Last admission 30 minutes before closing”. */
  note: linesOfText(limits.hoursNoteCharactersMax),
});
export type OpeningHours = z.infer<typeof openingHoursSchema>;

/** Something worth knowing about a venue, such as “Wi-Fi”: “Free, network Museum”. */
const venueFactSchema = z.object({
  label: lineOfText(limits.factLabelCharactersMax),
  text: linesOfText(limits.factTextCharactersMax).refine((text) => text !== "", { error: "Must not be empty." }),
});
export type VenueFact = z.infer<typeof venueFactSchema>;

/** In the team's order; the label tells them apart. */
export const venueFactsSchema = z
  .array(venueFactSchema)
  .max(limits.factsMax, { error: `At most ${limits.factsMax} facts.` })
  .refine((facts) => new Set(facts.map(({ label }) => label.toLowerCase())).size === facts.length, {
    error: "Two facts have the same name.",
  });

export function endsNextDay({ opens, closes }: OpenSpan): boolean {
  return closes <= opens;
}

/** Only the last time of a day may reach into the next one. */
function endsBefore(span: OpenSpan, next: OpenSpan | undefined): boolean {
  return next === undefined || (!endsNextDay(span) && span.closes <= next.opens);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
