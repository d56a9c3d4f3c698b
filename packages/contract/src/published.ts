import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { scanIdSchema } from "./ids.ts";
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
});
export type PublishedAnchor = z.infer<typeof publishedAnchorSchema>;

/** The scene as it was frozen by a publication. */
export const publishedSceneSchema = z.object({
  schemaVersion: z.number().int(),
  anchors: z.array(publishedAnchorSchema),
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
  version: z.number().int(),
  publishedAt: z.string(),
  scene: publishedSceneSchema,
  scans: z.array(z.object({ id: scanIdSchema, kind: z.enum(scanKinds), delivery: scanDeliverySchema })),
});
export type PublishedBlueprint = z.infer<typeof publishedBlueprintSchema>;

export const getPublishedBlueprint = defineEndpoint({
  method: "GET",
  url: "/api/published/:slug",
  summary: "The version of a blueprint that visitors see. Unknown, unpublished and private ones answer alike.",
  schema: { params: z.object({ slug: z.string().max(160) }), response: publishedBlueprintSchema },
  errors: ["blueprint-not-published"],
});
