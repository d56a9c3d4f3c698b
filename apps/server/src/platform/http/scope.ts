import type { BlueprintId, ScanId, TeamId, UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";

/** Proof that a caller's right in a team was checked; queries on team data require it. Only guards make one. */
export interface TeamScope {
  readonly teamId: TeamId;
  /** The user who has the right. */
  readonly userId: UserId;
  readonly role: TeamRole;
  /** An operator who reads without being a member. */
  readonly isVisit: boolean;
  readonly __checked: "requireTeamPermission";
}

/** The same for one blueprint: it belonged to the team when the right was checked, and may have moved since. */
export interface BlueprintScope extends TeamScope {
  readonly blueprintId: BlueprintId;
  /** Identifies the state of everything shown of the blueprint when the right was checked. */
  readonly revision: string;
}

/** The same for one scan. */
export interface ScanScope extends TeamScope {
  readonly scanId: ScanId;
}
