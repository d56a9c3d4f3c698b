import { requireBlueprintScope } from "./features/blueprints/blueprints.service.ts";
import { requireScanScope } from "./features/scans/scans.service.ts";
import { requireTeamOrBinned } from "./features/teams/team-bin.service.ts";
import { requireTeamPermission } from "./features/teams/teams.service.ts";
import type { AppContext } from "./platform/app-context.ts";
import type { Gate } from "./platform/http/gate.ts";

/** Checks permissions with the guards of the features that own the team, the blueprint or the scan. */
export function createGate(context: AppContext): Gate {
  const { db } = context;
  return {
    requireTeam: (actor, teamId, permission, lookedFor) =>
      lookedFor === "in-use"
        ? requireTeamPermission(db, actor, teamId, permission)
        : requireTeamOrBinned(context, actor, teamId, permission),
    requireBlueprint: (actor, blueprintId, permission) => requireBlueprintScope(db, actor, blueprintId, permission),
    requireScan: (actor, scanId, permission, lookedFor) =>
      requireScanScope(context, actor, scanId, permission, lookedFor),
  };
}
