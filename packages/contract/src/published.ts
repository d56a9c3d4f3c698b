import { z } from "zod";
import { audienceKeySchema, audiences } from "./audiences.ts";
import { defineEndpoint } from "./endpoint.ts";
import { scanIdSchema } from "./ids.ts";
import {
  anchorContentSchema,
  publishedFloorSchema,
  publishedPlanSchema,
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

/** An anchor as visitors get it. Position in metres, y up; `text` is plain text. */
export const publishedAnchorSchema = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  text: z.string(),
  position: vector3,
  normal: vector3,
  /** The storey, where it is not the ground floor. */
  floor: z.number().int().optional(),
  /** The text with its styles, where it has any. */
  body: richTextSchema.optional(),
  /** Where there is more to it than title and text. */
  content: anchorContentSchema.optional(),
  icon: z.string().optional(),
  /** sRGB as #rrggbb: its mark, where the team chose one. */
  markColour: z.string().optional(),
  /** By language tag. */
  translations: z.record(z.string(), publishedTranslationSchema).optional(),
});
export type PublishedAnchor = z.infer<typeof publishedAnchorSchema>;

/** Where a scan stands: its points are scaled, turned about the vertical, then moved. */
const standSchema = z.object({
  /** Metres, the blueprint's frame. */
  position: vector3,
  /** Radians, from above against the clock. */
  yaw: z.number(),
  scale: z.number().positive(),
});

/** The scene as it was frozen by a publication. */
export const publishedSceneSchema = z.object({
  schemaVersion: z.number().int(),
  anchors: z.array(publishedAnchorSchema),
  /** What a scene has none of is left out, also by versions that were frozen before there were any. */
  zones: z.array(publishedZoneSchema).optional(),
  tours: z.array(publishedTourSchema).optional(),
  views: z.array(publishedViewSchema).optional(),
  floors: z.array(publishedFloorSchema).optional(),
  plans: z.array(publishedPlanSchema).optional(),
  startViewId: z.string().optional(),
  /** Scans that somebody has put somewhere. */
  placements: z.array(standSchema.extend({ scanId: z.string() })).optional(),
  /** How its team reads lengths; metric where it is left out. */
  units: z.enum(["metric", "imperial"]).optional(),
  /** True length of a length of 1, with its uncertainty (1 σ), where the team has measured a known length. */
  scale: z.object({ value: z.number(), uncertainty: z.number() }).optional(),
});
export type PublishedScene = z.infer<typeof publishedSceneSchema>;

export const publishedBlueprintSchema = z.object({
  slug: z.string(),
  name: z.string(),
  industry: z.enum(industries),
  description: z.string(),
  address: z.string(),
  /** WGS 84 degrees; null while its team has not said where it is. */
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** Whose eyes this is for, where it is not the visitors': what others may not see is not in it. */
  audience: z.enum(audiences).optional(),
  /** What its team says of the place; left out where it says nothing. */
  tags: z.array(z.string()).optional(),
  /** IANA name. */
  timeZone: z.string().optional(),
  floorAreaSquareMetres: z.number().optional(),
  /** Whose eyes the asker may look with, where there is a choice. */
  audiences: z.array(z.enum(audiences)).optional(),
  version: z.number().int(),
  publishedAt: z.string(),
  scene: publishedSceneSchema,
  /** Short-lived addresses of the files that the scene refers to, by file id; those that are gone are left out. */
  mediaUrls: z.record(z.string(), z.string()).optional(),
  scans: z.array(
    z.object({
      id: scanIdSchema,
      kind: z.enum(scanKinds),
      delivery: scanDeliverySchema,
      /** Where somebody has put it; absent where its georeference decides, or nothing does. */
      placement: standSchema.optional(),
      /** Where visitors begin, in the blueprint's frame: on the first scan, where the team has chosen a view for it. */
      startView: z.object({ position: vector3, target: vector3 }).optional(),
    }),
  ),
});
export type PublishedBlueprint = z.infer<typeof publishedBlueprintSchema>;

const placeParams = z.object({ slug: z.string().max(160) });
const placeQuery = z.object({
  /** Of an audience's link. One that is withdrawn counts for nothing. */
  key: audienceKeySchema.optional(),
  /** Whose eyes to look with; counts only among those that the asker may. */
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
  summary: "Opens a place that has a password: with it, or with the pass of some hours that this answered before.",
  schema: {
    params: placeParams,
    querystring: placeQuery,
    body: z.union([z.object({ password: z.string().max(128) }), z.object({ pass: z.string().max(300) })]),
    response: z.object({ pass: z.string(), place: publishedBlueprintSchema }),
  },
  errors: ["blueprint-not-published", "blueprint-password-needed", "blueprint-password-wrong"],
});
