import { z } from "zod";
import { limits } from "./limits.ts";
import { lineOfText } from "./text.ts";
import { timeZoneSchema } from "./time-zone.ts";

/** One word or a few under which a team finds its blueprints. */
export const tagSchema = lineOfText(limits.tagCharactersMax).refine((tag) => !tag.includes(","), {
  error: "A tag has no commas: they stand between tags.",
});

/** Each said once, however it is written. */
export const tagsSchema = z
  .array(tagSchema)
  .max(limits.tagsMax, { error: `At most ${limits.tagsMax} tags.` })
  .overwrite((tags) => tags.filter((tag, index) => tags.findIndex((other) => isSameTag(other, tag)) === index));

function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Which picture stands for a blueprint: of one of its scans, or one that its team has uploaded. */
export const coverSchema = z.object({ kind: z.enum(["scan", "file"]), id: z.uuid() });
export type Cover = z.infer<typeof coverSchema>;

/** What came of people saying that a place is theirs: nobody did, an operator reviews it, an operator accepted it. */
export const claimStates = ["unclaimed", "pending", "claimed"] as const;
export type ClaimState = (typeof claimStates)[number];

/** Under which name an outside register of places knows the venue, such as a place id of a map service. */
export const placeIdSchema = lineOfText(limits.placeIdCharactersMax);

// Engines take offsets such as "+01:00" too, which know nothing of summer time.
export const venueTimeZoneSchema = timeZoneSchema.refine((name) => !/^[+-]/.test(name), {
  error: "Is not a known time zone.",
});

export const floorAreaSchema = z.number().positive().max(limits.floorAreaSquareMetresMax);
