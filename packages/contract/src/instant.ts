import { z } from "zod";

/**
 * ISO 8601 with offset. JavaScript formats years before 1 and after 9999 in a way PostgreSQL cannot parse, and parses years
 * below 100 as years of the 20th century.
 */
export const instantSchema = z.iso.datetime({ offset: true }).refine(
  (text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1000 && year <= 9999;
  },
  { error: "Must be a time in the years 1000 to 9999." },
);
