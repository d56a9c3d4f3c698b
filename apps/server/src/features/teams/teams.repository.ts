import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { PlanType } from "@blueprint/contract/price-book";
import type { TeamRole } from "@blueprint/contract/roles";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { teamMembers, teams } from "../../db/schema/teams.ts";

/** Proof that somebody's right in a team was checked; queries on team data demand it. Made by `requireTeamPermission` only. */
export interface TeamScope {
  readonly teamId: TeamId;
  readonly role: TeamRole;
  /** An operator who reads and is no member. */
  readonly isVisit: boolean;
  readonly __checked: "requireTeamPermission";
}

export async function insertTeam(
  tx: Tx,
  team: { id: TeamId; name: string; personalOf: UserId | null; now: Date },
): Promise<void> {
  const { now, ...values } = team;
  await tx.insert(teams).values({ ...values, createdAt: now, updatedAt: now });
}

/** Does nothing when the person is a member already: a role is never changed by joining. */
export async function insertMember(
  tx: Tx,
  teamId: TeamId,
  userId: UserId,
  role: TeamRole,
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insert(teamMembers)
    .values({ teamId, userId, role, joinedAt: now })
    .onConflictDoNothing()
    .returning({ userId: teamMembers.userId });
  return inserted.length > 0;
}

export async function findRole(tx: Tx, teamId: TeamId, userId: UserId): Promise<TeamRole | undefined> {
  const [row] = await tx
    .select({ role: teamMembers.role })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
  return row?.role;
}

export async function listTeamsOf(tx: Tx, userId: UserId) {
  return await tx
    .select({ teamId: teams.id, name: teams.name, role: teamMembers.role, personalOf: teams.personalOf })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, userId))
    .orderBy(sql`${teams.personalOf} is distinct from ${userId}`, asc(teams.createdAt));
}

export async function listMembers(tx: Tx, scope: TeamScope) {
  return await tx
    .select({ userId: authUsers.id, name: authUsers.name, email: authUsers.email, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(authUsers, eq(authUsers.id, teamMembers.userId))
    .where(eq(teamMembers.teamId, scope.teamId))
    .orderBy(asc(teamMembers.joinedAt));
}

export async function isMemberByEmail(tx: Tx, scope: TeamScope, email: string): Promise<boolean> {
  const rows = await tx
    .select({ userId: authUsers.id })
    .from(teamMembers)
    .innerJoin(authUsers, eq(authUsers.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, scope.teamId), eq(authUsers.email, email)));
  return rows.length > 0;
}

export async function findTeam(tx: Tx, scope: TeamScope): Promise<{ name: string; planType: PlanType }> {
  const [row] = await tx
    .select({ name: teams.name, planType: teams.planType })
    .from(teams)
    .where(eq(teams.id, scope.teamId));
  return row as { name: string; planType: PlanType };
}

/** Takes the team's row until the transaction ends: whoever counts towards a limit does it one after another. */
export async function lockTeam(tx: Tx, scope: TeamScope): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, scope.teamId)).for("update");
}
