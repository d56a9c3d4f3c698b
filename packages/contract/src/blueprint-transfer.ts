import { z } from "zod";
import { blueprintSchema } from "./blueprints.ts";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, teamIdSchema } from "./ids.ts";
import { planLimits } from "./plans.ts";
import { teamRoles } from "./roles.ts";

const params = z.object({ blueprintId: blueprintIdSchema });

/** A plan limit that leaves no room for the blueprint: current use, what the blueprint adds, and the maximum. */
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
  /** The caller's role in that team. */
  role: z.enum(teamRoles),
  /** Null when the blueprint fits. */
  obstacle: obstacleSchema.nullable(),
});
export type TransferTarget = z.infer<typeof transferTargetSchema>;

export const previewTransfer = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/transfer",
  access: "blueprint.transfer",
  summary: "What would move with a blueprint, what would stay, and which of the caller's teams it can move to.",
  schema: {
    params,
    response: z.object({
      scanCount: z.number().int(),
      /** Files of anchors and tours that move along. */
      fileCount: z.number().int(),
      /** Originals, converted scans, files, and content with its history, as the storage meter counts them. */
      sizeBytes: z.number().int(),
      isPublished: z.boolean(),
      /** A file is being uploaded or converted; nothing can move until that is done. */
      isBusy: z.boolean(),
      /** Data that stays with the current team. It reattaches to the blueprint if that moves back. */
      staying: z.object({ openTasks: z.number().int(), workflows: z.number().int() }),
      /** Teams in which the caller may create blueprints, except the current one. */
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
    "Moves a blueprint to another team where the caller can create blueprints, with its scans, files, versions and addresses. Published places stay published.",
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
