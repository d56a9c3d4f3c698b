import { blueprintStates } from "@blueprint/contract/blueprints";
import { blueprintIdSchema, claimIdSchema, teamIdSchema } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { z } from "zod";
import { blueprintOrders } from "./blueprint-order.ts";

/** The URL holds the dashboard's state, so that it can be bookmarked, shared and navigated back to. */
export const dashboardSearchSchema = z.object({
  state: z
    .enum(["open", ...blueprintStates])
    .optional()
    .catch(undefined),
  tag: z.string().max(limits.tagCharactersMax).optional().catch(undefined),
  q: z.string().max(100).optional().catch(undefined),
  sort: z.enum(blueprintOrders).optional().catch(undefined),
  view: z.enum(["grid", "table"]).optional().catch(undefined),
  /** Switches to this team first. */
  team: teamIdSchema.optional().catch(undefined),
  /** Shows this claim of one of the team's places. */
  claim: claimIdSchema.optional().catch(undefined),
  /** Shows the claims of this blueprint's place. */
  claims: blueprintIdSchema.optional().catch(undefined),
  /** Shows how this blueprint is visited instead of the list. */
  numbers: blueprintIdSchema.optional().catch(undefined),
  /** Days of the numbers. */
  days: z.coerce.number().int().optional().catch(undefined),
  /** Days of one's own choice instead, and those to compare them with (UTC, both included). */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  vsFrom: z.iso.date().optional().catch(undefined),
  vsTo: z.iso.date().optional().catch(undefined),
});
export type DashboardSearch = z.infer<typeof dashboardSearchSchema>;
