import { z } from "zod";
import { audienceKeySchema, audiences } from "./audiences.ts";
import { defineEndpoint } from "./endpoint.ts";
import { scanIdSchema } from "./ids.ts";
import { openingHoursSchema, venueFactsSchema } from "./opening-hours.ts";
import {
  anchorContentSchema,
  publishedPlanSchema,
  publishedStoreySchema,
  publishedTourSchema,
  publishedTranslationSchema,
  publishedViewSchema,
  publishedZoneSchema,
  richTextSchema,
} from "./published-content.ts";
import { scanKinds } from "./scan-formats.ts";
import { scanDeliverySchema } from "./scans.ts";
import { industries } from "./users.ts";

const vector3 = z.tuple([z.number(), z.number(), z.number()]);

/** An anchor as visitors receive it. Position in metres, y up; `text` is plain text. */
export const publishedAnchorSchema = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  text: z.string(),
  position: vector3,
  normal: vector3,
  /** The storey; omitted for the ground floor. */
  floor: z.number().int().optional(),
  /** The text with its styles, if it has any. */
  body: richTextSchema.optional(),
  /** Content beyond title and text. */
  content: anchorContentSchema.optional(),
  icon: z.string().optional(),
  /** Colour of its mark, sRGB as #rrggbb, if the team chose one. */
  markColour: z.string().optional(),
  /** Keyed by language tag. */
  translations: z.record(z.string(), publishedTranslationSchema).optional(),
});
export type PublishedAnchor = z.infer<typeof publishedAnchorSchema>;

/** Pose of a scan: its points are scaled, tilted, rotated about the vertical, then moved. */
const placementSchema = z.object({
  /** Metres, in the blueprint's frame. */
  position: vector3,
  /** Radians, counterclockwise seen from above. */
  yaw: z.number(),
  /** Radians about the scan's own x axis, after those about its z axis; omitted for an upright scan. */
  tilt: z.tuple([z.number(), z.number()]).optional(),
  scale: z.number().positive(),
});

/** A box in a scan's own frame. `crop` volumes show only what lies in them, `erase` volumes hide what does. */
const volumeSchema = z.object({
  effect: z.enum(["crop", "erase"]),
  /** Its centre. */
  position: vector3,
  /** Radians about the vertical, counterclockwise seen from above. */
  yaw: z.number(),
  /** Full lengths along its own axes. */
  size: vector3,
});

/** The scene as frozen by a publication. */
export const publishedSceneSchema = z.object({
  schemaVersion: z.number().int(),
  anchors: z.array(publishedAnchorSchema),
  /** Omitted when empty, also by versions frozen before the field existed. */
  zones: z.array(publishedZoneSchema).optional(),
  tours: z.array(publishedTourSchema).optional(),
  views: z.array(publishedViewSchema).optional(),
  floors: z.array(publishedStoreySchema).optional(),
  plans: z.array(publishedPlanSchema).optional(),
  startViewId: z.string().optional(),
  /** Scans that were placed by hand. */
  placements: z.array(placementSchema.extend({ scanId: z.string() })).optional(),
  /** Parts of scans that are not shown. Their files still hold them. */
  volumes: z.array(volumeSchema.extend({ scanId: z.string() })).optional(),
  /** The team's unit system for lengths; metric if omitted. */
  units: z.enum(["metric", "imperial"]).optional(),
  /** True length of a length of 1, with its uncertainty (1 σ), if the team measured a known length. */
  scale: z.object({ value: z.number(), uncertainty: z.number() }).optional(),
  /** What the team suggests to ask the guide first; omitted if it suggests nothing. */
  suggestedQuestions: z.array(z.string()).optional(),
  /** Whether the team keeps questions that nothing here answers; omitted if it doesn't. */
  keepsQuestions: z.literal(true).optional(),
  /** Whether visitors may let the team read their conversations with the guide; omitted if they aren't asked. */
  asksForTranscripts: z.literal(true).optional(),
});
export type PublishedScene = z.infer<typeof publishedSceneSchema>;

export const publishedBlueprintSchema = z.object({
  slug: z.string(),
  name: z.string(),
  industry: z.enum(industries),
  description: z.string(),
  address: z.string(),
  /** WGS 84 degrees; null until the team sets it. */
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** The audience, if not visitors; the scene omits what it may not see. */
  audience: z.enum(audiences).optional(),
  /** Short-lived URL of the picture that the team chose for it; omitted if it chose none that this audience sees. */
  coverUrl: z.string().optional(),
  /** The team's tags of the place; omitted if there are none. */
  tags: z.array(z.string()).optional(),
  /** IANA name. */
  timeZone: z.string().optional(),
  floorAreaSquareMetres: z.number().optional(),
  openingHours: openingHoursSchema.optional(),
  /** What the team wants visitors to know about the venue; omitted if that is nothing. */
  facts: venueFactsSchema.optional(),
  /** Audiences the caller may view the place as, if there is a choice. */
  audiences: z.array(z.enum(audiences)).optional(),
  version: z.number().int(),
  publishedAt: z.string(),
  scene: publishedSceneSchema,
  /** Short-lived URLs of the files in the scene, by file id; deleted files are omitted. */
  mediaUrls: z.record(z.string(), z.string()).optional(),
  scans: z.array(
    z.object({
      id: scanIdSchema,
      kind: z.enum(scanKinds),
      delivery: scanDeliverySchema,
      /** Where it was placed by hand; absent where its georeference applies or there is none. */
      placement: placementSchema.optional(),
      /** What of it is shown; all of it without volumes. */
      volumes: z.array(volumeSchema).optional(),
      /** Where visitors start, in the blueprint's frame: on the first scan, if the team chose a view for it. */
      startView: z.object({ position: vector3, target: vector3 }).optional(),
    }),
  ),
});
export type PublishedBlueprint = z.infer<typeof publishedBlueprintSchema>;

const placeParams = z.object({ slug: z.string().max(160) });
const placeQuery = z.object({
  /** Key of an audience link. A revoked one is ignored. */
  key: audienceKeySchema.optional(),
  /** The audience to view the place as; ignored unless the caller may. */
  as: z.enum(audiences).optional(),
});

export const getPublishedBlueprint = defineEndpoint({
  method: "GET",
  url: "/api/published/:slug",
  access: "anyone",
  summary:
    "The published version, as visitors, or members of the team, or who has an audience's link, see it. Unknown, " +
    "unpublished and expired ones and those that are not for the asker answer alike.",
  schema: { params: placeParams, querystring: placeQuery, response: publishedBlueprintSchema },
  errors: ["blueprint-not-published", "blueprint-password-needed"],
});

export const openPlace = defineEndpoint({
  method: "POST",
  url: "/api/published/:slug/open",
  access: "anyone",
  summary: "Opens a password-protected place with its password, or with the pass an earlier response returned.",
  schema: {
    params: placeParams,
    querystring: placeQuery,
    body: z.union([z.object({ password: z.string().max(128) }), z.object({ pass: z.string().max(300) })]),
    response: z.object({ pass: z.string(), place: publishedBlueprintSchema }),
  },
  errors: ["blueprint-not-published", "blueprint-password-needed", "blueprint-password-wrong"],
});
