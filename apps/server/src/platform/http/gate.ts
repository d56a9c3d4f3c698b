import type { BlueprintId, ScanId, TeamId } from "@blueprint/contract/ids";
import type { Permission } from "@blueprint/contract/roles";
import type { FastifyInstance } from "fastify";
import type { Actor } from "./actor.ts";
import type { BlueprintScope, ScanScope, TeamScope } from "./scope.ts";

/** Whether an endpoint also works on objects in the bin, as those that restore do. */
export type LookedFor = "in-use" | "in-bin-too";

/**
 * Checks the permission that an endpoint declares, on the object that its request names. `mount` calls it once for each
 * request. Every method throws AppError `not-found` for callers who may not see the object, exactly as for a missing
 * one, and `forbidden` or `api-key-scope-missing` for callers who see it but may not do this.
 */
export interface Gate {
  requireTeam(actor: Actor, teamId: TeamId, permission: Permission, lookedFor: LookedFor): Promise<TeamScope>;
  requireBlueprint(actor: Actor, blueprintId: BlueprintId, permission: Permission): Promise<BlueprintScope>;
  requireScan(actor: Actor, scanId: ScanId, permission: Permission, lookedFor: LookedFor): Promise<ScanScope>;
}

declare module "fastify" {
  interface FastifyInstance {
    readonly gate: Gate;
  }
}

/** Call it before any endpoint with a permission is mounted. */
export function registerGate(app: FastifyInstance, gate: Gate): void {
  app.decorate("gate", gate);
}
