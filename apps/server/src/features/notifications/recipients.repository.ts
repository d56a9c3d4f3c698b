import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { teamMembers, teams } from "../../db/schema/teams.ts";

// Unscoped on purpose: the events were recorded in these teams.

/** Holds the team until the transaction ends. */
export async function hasTeam(tx: Tx, teamId: TeamId): Promise<boolean> {
  const [row] = await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("key share");
  return row !== undefined;
}

/** Empty for a team that is gone. */
export async function findTeamName(tx: Tx, teamId: TeamId): Promise<string> {
  const [row] = await tx.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  return row?.name ?? "";
}

export async function listMembersOf(tx: Tx, teamId: TeamId): Promise<{ userId: string; role: TeamRole }[]> {
  const { userId, role } = teamMembers;
  return await tx.select({ userId, role }).from(teamMembers).where(eq(teamMembers.teamId, teamId));
}

export async function listOwnerIds(tx: Tx, teamId: TeamId): Promise<string[]> {
  return (await listMembersOf(tx, teamId)).filter(({ role }) => role === "owner").map(({ userId }) => userId);
}

export async function listOperatorIds(tx: Tx): Promise<UserId[]> {
  const rows = await tx
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(and(eq(authUsers.isOperator, true), isNull(authUsers.disabledAt)));
  return rows.map(({ id }) => id as UserId);
}

/** Those who still have an account, held until the transaction ends, with where their mail goes. */
export async function listMailboxes(
  tx: Tx,
  userIds: readonly string[],
): Promise<{ userId: string; name: string; email: string }[]> {
  if (userIds.length === 0) return [];
  const { id: userId, name, email } = authUsers;
  return await tx
    .select({ userId, name, email })
    .from(authUsers)
    .where(inArray(authUsers.id, [...userIds]))
    .for("key share");
}
