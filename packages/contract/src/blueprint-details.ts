import { z } from "zod";
import { limits } from "./limits.ts";
import { lineOfText } from "./text.ts";
import { timeZoneSchema } from "./time-zone.ts";

/** A short label by which a team finds its blueprints. */
export const tagSchema = lineOfText(limits.tagCharactersMax).refine((tag) => !tag.includes(","), {
  error: "Tags can't contain commas. Use commas to separate tags.",
});

/** Removes duplicates, ignoring case. */
export const tagsSchema = z
  .array(tagSchema)
  .max(limits.tagsMax, { error: `At most ${limits.tagsMax} tags.` })
  .overwrite((tags) => tags.filter((tag, index) => tags.findIndex((other) => isSameTag(other, tag)) === index));

function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A blueprint's cover: the picture of one of its scans, or one uploaded by its team. */
export const coverSchema = z.object({ kind: z.enum(["scan", "file"]), id: z.uuid() });
export type Cover = z.infer<typeof coverSchema>;

/** State of ownership claims on a place: none, under review by an operator, or accepted. */
export const claimStates = ["unclaimed", "pending", "claimed"] as const;
export type ClaimState = (typeof claimStates)[number];

/** The venue's id in an external place directory, such as a map service's place id. */
export const placeIdSchema = lineOfText(limits.placeIdCharactersMax);

// Engines also accept offsets such as "+01:00", which ignore daylight saving time.
export const venueTimeZoneSchema = timeZoneSchema.refine((name) => !/^[+-]/.test(name), {
  error: "Isn't a known time zone.",
});

export const floorAreaSchema = z.number().positive().max(limits.floorAreaSquareMetresMax);
