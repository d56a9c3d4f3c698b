import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";

const params = z.object({ blueprintId: blueprintIdSchema });
const minutesMaxSchema = z.number().int().min(0).max(100_000).nullable();

const guideMinutesSchema = z.object({
  /** Minutes that visitors and the guide spoke in this place since the first of the month (UTC). */
  used: z.number(),
  /** The place's own limit a month; null: none but the plan's. */
  max: minutesMaxSchema,
  team: z.object({ used: z.number(), max: z.number().nullable() }),
});
export type GuideMinutes = z.infer<typeof guideMinutesSchema>;

export const getGuideMinutes = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/guide-minutes",
  access: "blueprint.see",
  summary: "Minutes of spoken questions and answers this month: of the blueprint's place, and of its team.",
  schema: { params, response: guideMinutesSchema },
  errors: [],
});

export const limitGuideMinutes = defineEndpoint({
  method: "PUT",
  url: "/api/blueprints/:blueprintId/guide-minutes",
  access: "blueprint.publish",
  summary:
    "Limits the minutes that the blueprint's place may use a month. Its editors are notified at 80 % and at 100 %; at 100 % " +
    "visitors can only write until the month ends.",
  schema: { params, body: z.object({ max: minutesMaxSchema }), response: guideMinutesSchema },
  errors: ["forbidden"],
});
