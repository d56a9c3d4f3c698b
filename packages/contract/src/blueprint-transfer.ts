import { z } from "zod";
import { blueprintSchema } from "./blueprints.ts";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, teamIdSchema } from "./ids.ts";
import { planLimits } from "./plans.ts";
import { teamRoles } from "./roles.ts";

const params = z.object({ blueprintId: blueprintIdSchema });

/** What of a team's plan has no room for a blueprint: so much is used, the blueprint adds so much, and no more than `max` fits. */
const obstacleSchema = z.object({
  limit: z.enum(planLimits),
  used: z.number(),
  added: z.number(),
  max: z.number(),
});
export type TransferObstacle = z.infer<typeof obstacleSchema>;

export const transferTargetSchema = z.object({
  teamId: teamIdSchema,
  name: z.string(),
  isPersonal: z.boolean(),
  /** The asker's own in that team. */
  role: z.enum(teamRoles),
  /** Null when the blueprint fits. */
  obstacle: obstacleSchema.nullable(),
});
export type TransferTarget = z.infer<typeof transferTargetSchema>;

export const previewTransfer = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/transfer",
  access: "blueprint.transfer",
  summary: "What would move with a blueprint, what would stay, and to which of the asker's teams it can go.",
  schema: {
    params,
    response: z.object({
      scanCount: z.number().int(),
      /** Files of anchors and tours that go along. */
      fileCount: z.number().int(),
      /** Originals, converted scans, files, and content with its history, as the storage meter counts them. */
      sizeBytes: z.number().int(),
      isPublished: z.boolean(),
      /** A file is on its way or being converted: until it is done, nothing moves. */
      isBusy: z.boolean(),
      /** Of the team it is in: these stay, and know the blueprint again when it comes back. */
      staying: z.object({ openTasks: z.number().int(), workflows: z.number().int() }),
      /** Teams in which the asker may create blueprints, without the one it is in. */
      targets: z.array(transferTargetSchema),
    }),
  },
  errors: ["forbidden", "blueprint-in-bin"],
});

export const transferBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/transfer",
  access: "blueprint.transfer",
  summary:
    "Moves a blueprint to another team in which the asker may create blueprints, with its scans, files, versions and addresses. What is published stays published.",
  schema: { params, body: z.object({ teamId: teamIdSchema }), response: blueprintSchema },
  errors: [
    "forbidden",
    "conflict",
    "blueprint-in-bin",
    "transfer-busy",
    "transfer-limit-published",
    "transfer-limit-storage",
    "storage-full",
  ],
});
