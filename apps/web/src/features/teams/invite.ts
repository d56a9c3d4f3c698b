import type { EndpointResponse } from "@blueprint/contract/endpoint";
import { type TeamRole, teamRoles } from "@blueprint/contract/roles";
import type { getTeamUsage, inviteToTeam } from "@blueprint/contract/teams";

type InviteResult = EndpointResponse<typeof inviteToTeam>["results"][number];

/** The roles that a member can invite to. Admins can't grant a higher role than their own (product §2). */
export function listGrantableRoles(own: TeamRole): readonly TeamRole[] {
  return teamRoles.filter((role) => role !== "owner" || own === "owner");
}

/** The addresses that were not invited. */
export function listRefused(results: readonly InviteResult[]): readonly InviteResult[] {
  return results.filter(({ outcome }) => outcome !== "invited");
}

/** Free editor seats; null if unknown or unlimited. */
export function countSeatsLeft(usage: EndpointResponse<typeof getTeamUsage> | undefined): number | null {
  return usage === undefined || usage.editorsMax === null ? null : usage.editorsMax - usage.editors;
}

export function takesSeat(role: TeamRole): boolean {
  return role !== "viewer" && role !== "scanner";
}
