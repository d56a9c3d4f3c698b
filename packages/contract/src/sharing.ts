import { z } from "zod";
import { blueprintSchema, visibilities } from "./blueprints.ts";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";
import { instantSchema } from "./instant.ts";

export const embedOriginsMax = 20;
export const placePasswordCharactersMin = 4;

/** Origin of a site that may show a place in a frame: scheme, host and port, nothing behind. */
const originSchema = z
  .string()
  .trim()
  .max(253)
  .refine((text) => /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i.test(text) && URL.canParse(text), {
    error: "Give an address such as https://www.example.org, without anything behind it.",
  })
  .overwrite((text) => text.toLowerCase());

export const changeSharing = defineEndpoint({
  method: "PATCH",
  url: "/api/blueprints/:blueprintId/sharing",
  access: "blueprint.publish",
  summary: "Says who may open the published place, until when, and which sites may embed it. Counts at once.",
  apiScope: "publish",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema }),
    body: z.object({
      visibility: z.enum(visibilities).optional(),
      /** Replaces the one before; what is left out stays. */
      password: z.string().min(placePasswordCharactersMin).max(128).optional(),
      /** From then on nobody gets in; null for never. */
      expiresAt: instantSchema.nullable().optional(),
      embedOrigins: z.array(originSchema).max(embedOriginsMax).optional(),
    }),
    response: blueprintSchema,
  },
  errors: ["forbidden"],
});
