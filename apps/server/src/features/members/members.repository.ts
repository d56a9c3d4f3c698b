import type { UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import { and, count, eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { teamMembers } from "../../db/schema/teams.ts";
import type { TeamScope } from "../../platform/http/scope.ts";

/** Finds a member of the team in any role. */
export async function findMember(tx: Tx, scope: TeamScope, userId: UserId) {
  const [row] = await tx
    .select({ userId: authUsers.id, name: authUsers.name, email: authUsers.email, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(authUsers, eq(authUsers.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, scope.teamId), eq(teamMembers.userId, userId)));
  return row ?? null;
}

export async function countOwners(tx: Tx, scope: TeamScope): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, scope.teamId), eq(teamMembers.role, "owner")));
  return row?.n ?? 0;
}

export async function updateMemberRole(tx: Tx, scope: TeamScope, userId: UserId, role: TeamRole): Promise<void> {
  await tx
    .update(teamMembers)
    .set({ role })
    .where(and(eq(teamMembers.teamId, scope.teamId), eq(teamMembers.userId, userId)));
}

export async function deleteMember(tx: Tx, scope: TeamScope, userId: UserId): Promise<void> {
  await tx.delete(teamMembers).where(and(eq(teamMembers.teamId, scope.teamId), eq(teamMembers.userId, userId)));
}
