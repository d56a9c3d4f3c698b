import { z } from "zod";
import { audienceKeySchema, linkedAudiences } from "./audiences.ts";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";

export const audienceLinkSchema = z.object({
  audience: z.enum(linkedAudiences),
  /** The value of `&key=` in the visitors' address, and of `GET /api/published/:slug?key=`. */
  key: audienceKeySchema,
  madeAt: z.string(),
});
export type AudienceLink = z.infer<typeof audienceLinkSchema>;

const params = z.object({ blueprintId: blueprintIdSchema });
const response = z.object({ links: z.array(audienceLinkSchema) });

export const listAudienceLinks = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/audience-links",
  access: "blueprint.publish",
  summary: "The links that open the published place for staff, contractors or robots.",
  apiScope: "publish",
  schema: { params, response },
  errors: ["forbidden"],
});

export const changeAudienceLink = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/audience-links",
  access: "blueprint.publish",
  summary: "Creates an audience's link, replacing the previous one, or revokes it. Takes effect immediately.",
  apiScope: "publish",
  schema: {
    params,
    body: z.object({ audience: z.enum(linkedAudiences), to: z.enum(["made", "withdrawn"]) }),
    response,
  },
  errors: ["forbidden"],
});
