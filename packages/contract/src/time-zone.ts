import { z } from "zod";

/** IANA time zone name, such as "Europe/Oslo". */
export const timeZoneSchema = z.string().max(60).refine(isTimeZone, { error: "Isn't a known time zone." });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
