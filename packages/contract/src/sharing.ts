import { z } from "zod";
import { blueprintSchema, visibilities } from "./blueprints.ts";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";
import { instantSchema } from "./instant.ts";

export const embedOriginsMax = 20;
export const placePasswordCharactersMin = 4;

/** Origin of a site that may frame a place: scheme, host and port only. */
const originSchema = z
  .string()
  .trim()
  .max(253)
  .refine((text) => /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i.test(text) && URL.canParse(text), {
    error: "Enter an address such as https://www.example.org, without a path.",
  })
  .overwrite((text) => text.toLowerCase());

export const changeSharing = defineEndpoint({
  method: "PATCH",
  url: "/api/blueprints/:blueprintId/sharing",
  access: "blueprint.publish",
  summary: "Sets who can open the published place, until when, and which sites can embed it. Takes effect immediately.",
  apiScope: "publish",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({
      visibility: z.enum(visibilities).optional(),
      /** Replaces the current one; omitted fields stay unchanged. */
      password: z.string().min(placePasswordCharactersMin).max(128).optional(),
      /** Visitors are refused from then on; null for never. */
      expiresAt: instantSchema.nullable().optional(),
      embedOrigins: z.array(originSchema).max(embedOriginsMax).optional(),
    }),
    response: blueprintSchema,
  },
  errors: ["forbidden"],
});
