import type { TeamId, UserId } from "@blueprint/contract/ids";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { teamVisits } from "../../db/schema/team-visits.ts";
import { teams } from "../../db/schema/teams.ts";

// The database's own time: guards have no clock, and a visit must end on every path.
const isUnderWay = gt(teamVisits.endsAt, sql`now()`);

/** Whether a user reads this team as an operator now. False for disabled users and former operators. */
export async function hasVisit(tx: Tx, teamId: TeamId, userId: UserId): Promise<boolean> {
  const rows = await tx
    .select({ id: teamVisits.id })
    .from(teamVisits)
    .innerJoin(authUsers, eq(authUsers.id, teamVisits.operatorId))
    .where(
      and(
        eq(teamVisits.teamId, teamId),
        eq(teamVisits.operatorId, userId),
        isUnderWay,
        eq(authUsers.isOperator, true),
        isNull(authUsers.disabledAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function listVisits(tx: Tx, userId: UserId): Promise<{ teamId: TeamId; name: string; endsAt: Date }[]> {
  const rows = await tx
    .selectDistinctOn([teamVisits.teamId], { teamId: teamVisits.teamId, name: teams.name, endsAt: teamVisits.endsAt })
    .from(teamVisits)
    .innerJoin(teams, eq(teams.id, teamVisits.teamId))
    .where(and(eq(teamVisits.operatorId, userId), isUnderWay))
    .orderBy(teamVisits.teamId, sql`${teamVisits.endsAt} desc`);
  return rows.map(({ teamId, ...row }) => ({ teamId: teamId as TeamId, ...row }));
}

export async function findTeamName(tx: Tx, teamId: TeamId): Promise<string | null> {
  const [row] = await tx.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  return row?.name ?? null;
}

export async function insertVisit(tx: Tx, visit: typeof teamVisits.$inferInsert): Promise<void> {
  await tx.insert(teamVisits).values(visit);
}

/** @returns false when there was none */
export async function endVisits(tx: Tx, teamId: TeamId, userId: UserId, endsAt: Date): Promise<boolean> {
  const rows = await tx
    .update(teamVisits)
    .set({ endsAt: sql`least(${endsAt.toISOString()}::timestamptz, now())` })
    .where(and(eq(teamVisits.teamId, teamId), eq(teamVisits.operatorId, userId), isUnderWay))
    .returning({ id: teamVisits.id });
  return rows.length > 0;
}
