import { z } from "zod";

/** A moment with its zone, ISO 8601. JavaScript writes years before 1 and after 9999 in a way that PostgreSQL cannot read. */
export const instantSchema = z.iso.datetime({ offset: true }).refine(
  (text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1 && year <= 9999;
  },
  { error: "Must be a time of the years 1 to 9999." },
);
