import type { TeamId, UserId, WorkflowId, WorkflowRunId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import { and, count, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import { teamMembers, teams } from "../../db/schema/teams.ts";
import { webhookDeliveries, webhooks } from "../../db/schema/webhooks.ts";
import { workflowPeople, workflowRuns, workflows } from "../../db/schema/workflows.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

export type WorkflowRow = typeof workflows.$inferSelect;
export type RunRow = typeof workflowRuns.$inferSelect;
export type WorkflowFields = Omit<WorkflowRow, "id" | "teamId" | "createdBy" | "createdAt" | "isEnabled">;

const isOf = (scope: TeamScope, id: WorkflowId) => and(eq(workflows.id, id), eq(workflows.teamId, scope.teamId));

/** Includes what a screen shows beside each: names, people, and the latest run. */
export async function listWorkflowRows(tx: Tx, scope: TeamScope, only?: WorkflowId) {
  const people = sql<UserId[]>`coalesce(
    (select jsonb_agg(p.user_id order by p.user_id) from ${workflowPeople} p where p.workflow_id = ${workflows.id}),
    '[]')`;
  const lastRun = sql<{ at: string; state: RunRow["state"]; isTest: boolean } | null>`(
    select jsonb_build_object('at', coalesce(r.ran_at, r.created_at), 'state', r.state, 'isTest', r.is_test)
    from ${workflowRuns} r where r.workflow_id = ${workflows.id} order by r.created_at desc, r.id desc limit 1)`;
  return await tx
    .select({ workflow: workflows, blueprintName: blueprints.name, webhookUrl: webhooks.url, people, lastRun })
    .from(workflows)
    // A blueprint that moved to another team must not be named.
    .leftJoin(blueprints, and(eq(blueprints.id, workflows.blueprintId), eq(blueprints.teamId, workflows.teamId)))
    .leftJoin(webhooks, eq(webhooks.id, workflows.webhookId))
    .where(only === undefined ? eq(workflows.teamId, scope.teamId) : isOf(scope, only))
    .orderBy(desc(workflows.createdAt), desc(workflows.id));
}
export type ShownWorkflowRow = Awaited<ReturnType<typeof listWorkflowRows>>[number];

export async function countWorkflows(tx: Tx, scope: TeamScope): Promise<number> {
  return await tx.$count(workflows, eq(workflows.teamId, scope.teamId));
}

export async function insertWorkflow(
  tx: Tx,
  scope: TeamScope,
  workflow: WorkflowFields & Pick<WorkflowRow, "id" | "createdBy" | "createdAt">,
): Promise<void> {
  await tx.insert(workflows).values({ ...workflow, teamId: scope.teamId });
}

/** Prevents its deletion until the transaction ends, so that its runs can be recorded. */
export async function findWorkflow(tx: Tx, scope: TeamScope, id: WorkflowId): Promise<WorkflowRow | null> {
  const [row] = await tx.select().from(workflows).where(isOf(scope, id)).for("key share");
  return row ?? null;
}

export async function updateWorkflowRow(
  tx: Tx,
  scope: TeamScope,
  id: WorkflowId,
  change: Partial<WorkflowFields & Pick<WorkflowRow, "isEnabled">>,
): Promise<WorkflowRow | null> {
  const [row] = await tx.update(workflows).set(change).where(isOf(scope, id)).returning();
  return row ?? null;
}

export async function deleteWorkflowRow(tx: Tx, scope: TeamScope, id: WorkflowId): Promise<WorkflowRow | null> {
  const [row] = await tx.delete(workflows).where(isOf(scope, id)).returning();
  return row ?? null;
}

/** The caller has found the workflow in its team. */
export async function replaceWorkflowPeople(tx: Tx, id: WorkflowId, userIds: readonly UserId[]): Promise<void> {
  await tx.delete(workflowPeople).where(eq(workflowPeople.workflowId, id));
  if (userIds.length > 0)
    await tx.insert(workflowPeople).values([...new Set(userIds)].map((userId) => ({ workflowId: id, userId })));
}

export async function countMembersAmong(tx: Tx, scope: TeamScope, userIds: readonly UserId[]): Promise<number> {
  if (userIds.length === 0) return 0;
  return await tx.$count(
    teamMembers,
    and(eq(teamMembers.teamId, scope.teamId), inArray(teamMembers.userId, [...userIds])),
  );
}

export async function hasBlueprint(tx: Tx, scope: TeamScope, blueprintId: string): Promise<boolean> {
  return (await tx.$count(blueprints, and(eq(blueprints.id, blueprintId), eq(blueprints.teamId, scope.teamId)))) > 0;
}

export async function hasWebhook(tx: Tx, scope: TeamScope, webhookId: string): Promise<boolean> {
  return (await tx.$count(webhooks, and(eq(webhooks.id, webhookId), eq(webhooks.teamId, scope.teamId)))) > 0;
}

/** For a test: the blueprint with the latest change. */
export async function findLatestBlueprint(tx: Tx, scope: TeamScope): Promise<string | null> {
  const [row] = await tx
    .select({ id: blueprints.id })
    .from(blueprints)
    .where(and(eq(blueprints.teamId, scope.teamId), isNull(blueprints.binnedAt)))
    .orderBy(desc(blueprints.updatedAt), desc(blueprints.id))
    .limit(1);
  return row?.id ?? null;
}

export async function insertRun(tx: Tx, run: typeof workflowRuns.$inferInsert): Promise<void> {
  await tx.insert(workflowRuns).values(run);
}

/** Finds an unfinished run and locks its row until the transaction ends: of two callers, only one performs it. */
export async function lockWaitingRun(tx: Tx, runId: WorkflowRunId) {
  const [row] = await tx
    .select({ run: workflowRuns, workflow: workflows, teamDeletedAt: teams.deletedAt })
    .from(workflowRuns)
    .innerJoin(workflows, eq(workflows.id, workflowRuns.workflowId))
    .innerJoin(teams, eq(teams.id, workflows.teamId))
    .where(and(eq(workflowRuns.id, runId), eq(workflowRuns.state, "waiting")))
    .for("update", { of: workflowRuns });
  return row ?? null;
}

export async function endRun(
  tx: Tx,
  runId: string,
  end: Pick<RunRow, "state" | "result" | "ranAt"> & { deliveryId?: string | null },
): Promise<void> {
  await tx
    .update(workflowRuns)
    .set(end)
    .where(and(eq(workflowRuns.id, runId), eq(workflowRuns.state, "waiting")));
}

/** Runs since a moment that did something, or tried to; tests excluded. */
export async function countRunsSince(tx: Tx, workflowId: string, since: Date): Promise<number> {
  return await tx.$count(
    workflowRuns,
    and(
      eq(workflowRuns.workflowId, workflowId),
      eq(workflowRuns.isTest, false),
      inArray(workflowRuns.state, ["done", "failed"]),
      gt(workflowRuns.ranAt, since),
    ),
  );
}

/** Newest first. The caller has found the workflow in its team. */
export async function listRunRows(tx: Tx, workflowId: WorkflowId, cursor: PageCursor | null, limit: number) {
  const rows = await tx
    .select({ run: workflowRuns, delivery: webhookDeliveries.state })
    .from(workflowRuns)
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.id, workflowRuns.deliveryId))
    .where(and(eq(workflowRuns.workflowId, workflowId), isBehind(workflowRuns.createdAt, workflowRuns.id, cursor)))
    .orderBy(desc(workflowRuns.createdAt), desc(workflowRuns.id))
    .limit(limit);
  const [total] = await tx.select({ n: count() }).from(workflowRuns).where(eq(workflowRuns.workflowId, workflowId));
  return { rows, total: total?.n ?? 0 };
}

/** Waiting runs are kept, however old. */
export async function deleteRunsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.delete(workflowRuns).where(and(lt(workflowRuns.createdAt, before), ne(workflowRuns.state, "waiting")));
}

/** Members that a workflow currently addresses, by role or individually, without those who cannot sign in. */
export async function listRecipients(tx: Tx, workflow: WorkflowRow): Promise<string[]> {
  const isNamed = sql`exists (
    select 1 from ${workflowPeople} p where p.workflow_id = ${workflow.id} and p.user_id = ${teamMembers.userId})`;
  const hasRole = workflow.roles.length === 0 ? undefined : inArray(teamMembers.role, workflow.roles as TeamRole[]);
  const rows = await tx
    .select({ userId: teamMembers.userId })
    .from(teamMembers)
    .innerJoin(authUsers, and(eq(authUsers.id, teamMembers.userId), isNull(authUsers.disabledAt)))
    .where(and(eq(teamMembers.teamId, workflow.teamId), or(hasRole, isNamed)));
  return rows.map(({ userId }) => userId);
}

/** Current names for the ids of an event; deleted things and those of other teams are left out. */
export async function findNames(
  tx: Tx,
  teamId: TeamId,
  ids: { blueprintId: string | null; scanId: string | null; userId: string | null },
): Promise<{ team: string; blueprint: string | null; scan: string | null; person: string | null }> {
  const [team] = await tx.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  const names = { team: team?.name ?? "", blueprint: null, scan: null, person: null };
  const found: { blueprint: string | null; scan: string | null; person: string | null } = names;
  if (ids.blueprintId !== null) {
    const [row] = await tx
      .select({ name: blueprints.name })
      .from(blueprints)
      .where(and(eq(blueprints.id, ids.blueprintId), eq(blueprints.teamId, teamId)));
    found.blueprint = row?.name ?? null;
  }
  if (ids.scanId !== null) {
    const [row] = await tx
      .select({ name: scans.fileName })
      .from(scans)
      .where(and(eq(scans.id, ids.scanId), eq(scans.teamId, teamId)));
    found.scan = row?.name ?? null;
  }
  if (ids.userId !== null) {
    const [row] = await tx.select({ name: authUsers.name }).from(authUsers).where(eq(authUsers.id, ids.userId));
    found.person = row?.name ?? null;
  }
  return { ...found, team: names.team };
}

export async function isMemberNow(tx: Tx, teamId: string, userId: string): Promise<boolean> {
  return (await tx.$count(teamMembers, and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)))) > 0;
}
