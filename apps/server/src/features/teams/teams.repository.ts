import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { PlanType } from "@blueprint/contract/price-book";
import type { TeamRole } from "@blueprint/contract/roles";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { teamMembers, teams } from "../../db/schema/teams.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { batchReads } from "../../platform/read-path/batch-reads.ts";
import { prepareRead } from "../../platform/read-path/prepared-read.ts";

export async function insertTeam(
  tx: Tx,
  team: { id: TeamId; name: string; personalOf: UserId | null; now: Date },
): Promise<void> {
  const { now, ...values } = team;
  await tx.insert(teams).values({ ...values, createdAt: now, updatedAt: now });
}

/** Does nothing for existing members: joining never changes a role. */
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

const readRolesInTeams = prepareRead(
  { teamId: teamMembers.teamId, userId: teamMembers.userId, role: teamMembers.role },
  sql`unnest(${sql.placeholder("teamIds")}::uuid[], ${sql.placeholder("userIds")}::uuid[]) as asked(team_id, user_id)
    join ${teamMembers} on ${teamMembers.teamId} = asked.team_id and ${teamMembers.userId} = asked.user_id
    join ${teams} on ${teams.id} = asked.team_id and ${isNull(teams.deletedAt)}`,
);

const readRolesAtOnce = batchReads(async (tx: Tx, asked: { teamId: TeamId; userId: UserId }[]) => {
  const teamIds = asked.map(({ teamId }) => teamId);
  const rows = await readRolesInTeams(tx, { teamIds, userIds: asked.map(({ userId }) => userId) });
  const roles = new Map<string, TeamRole>(rows.map(({ teamId, userId, role }) => [`${teamId} ${userId}`, role]));
  return asked.map(({ teamId, userId }) => roles.get(`${teamId} ${userId}`));
});

export async function readRole(tx: Tx, teamId: TeamId, userId: UserId): Promise<TeamRole | undefined> {
  return await readRolesAtOnce(tx, { teamId, userId });
}

export async function listTeamsOf(tx: Tx, userId: UserId) {
  return await tx
    .select({ teamId: teams.id, name: teams.name, role: teamMembers.role, personalOf: teams.personalOf })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(and(eq(teamMembers.userId, userId), isNull(teams.deletedAt)))
    .orderBy(sql`${teams.personalOf} is distinct from ${userId}`, asc(teams.createdAt));
}

export async function listMemberRows(tx: Tx, scope: TeamScope) {
  return await tx
    .select({ userId: authUsers.id, name: authUsers.name, email: authUsers.email, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(authUsers, eq(authUsers.id, teamMembers.userId))
    .where(eq(teamMembers.teamId, scope.teamId))
    .orderBy(asc(teamMembers.joinedAt));
}

export async function updateTeamName(tx: Tx, scope: TeamScope, name: string, now: Date): Promise<void> {
  await tx.update(teams).set({ name, updatedAt: now }).where(eq(teams.id, scope.teamId));
}

export async function hasMemberWithEmail(tx: Tx, scope: TeamScope, email: string): Promise<boolean> {
  const rows = await tx
    .select({ userId: authUsers.id })
    .from(teamMembers)
    .innerJoin(authUsers, eq(authUsers.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, scope.teamId), eq(authUsers.email, email)));
  return rows.length > 0;
}

export interface TeamFacts {
  name: string;
  planType: PlanType;
  personalOf: string | null;
}

export async function findTeam(tx: Tx, scope: TeamScope): Promise<TeamFacts> {
  const [row] = await tx
    .select({ name: teams.name, planType: teams.planType, personalOf: teams.personalOf })
    .from(teams)
    .where(eq(teams.id, scope.teamId));
  return row as TeamFacts;
}

/**
 * Locks the team's row until the transaction ends: changes that count towards a limit run one after another. Rows that
 * reference the team can still be inserted. `for update` would block those too, audit entries included, and could
 * deadlock: their writers may hold a row that this transaction needs next.
 */
export async function lockTeamRow(tx: Tx, scope: TeamScope): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, scope.teamId)).for("no key update");
}
