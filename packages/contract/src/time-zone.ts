import { z } from "zod";

/** Name of a time zone in the IANA database, such as "Europe/Oslo". */
export const timeZoneSchema = z.string().max(60).refine(isTimeZone, { error: "Is not a known time zone." });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
