import type { TaskId, TeamId, UserId } from "@blueprint/contract/ids";
import type { TaskFilter } from "@blueprint/contract/tasks";
import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { tasks } from "../../db/schema/tasks.ts";
import { teamMembers, teams } from "../../db/schema/teams.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

type TaskRow = typeof tasks.$inferSelect;
export type NewTask = typeof tasks.$inferInsert;
export type TaskChange = Partial<
  Pick<TaskRow, "title" | "note" | "dueOn" | "assigneeId" | "blueprintId" | "anchorId" | "anchorTitle">
>;

const assignees = alias(authUsers, "assignees");
const makers = alias(authUsers, "makers");
const doers = alias(authUsers, "doers");

/** Tasks without a day come last. */
const dayOrder = sql`coalesce(${tasks.dueOn}, '9999-12-31'::date)`;

function selectTasks(tx: Tx) {
  return (
    tx
      .select({
        task: tasks,
        // Also null for a user who is no longer in the team.
        assigneeId: teamMembers.userId,
        assigneeName: assignees.name,
        makerName: makers.name,
        doerName: doers.name,
        blueprintName: blueprints.name,
      })
      .from(tasks)
      .leftJoin(teamMembers, and(eq(teamMembers.teamId, tasks.teamId), eq(teamMembers.userId, tasks.assigneeId)))
      .leftJoin(assignees, eq(assignees.id, teamMembers.userId))
      .leftJoin(makers, eq(makers.id, tasks.createdBy))
      .leftJoin(doers, eq(doers.id, tasks.doneBy))
      // A blueprint that moved to another team must not be named; if it returns, the task refers to it again.
      .leftJoin(blueprints, and(eq(blueprints.id, tasks.blueprintId), eq(blueprints.teamId, tasks.teamId)))
  );
}
export type ShownTaskRow = Awaited<ReturnType<typeof selectTasks>>[number];

function isOfFilter(filter: TaskFilter, userId: UserId): SQL | undefined {
  if (filter === "done") return isNotNull(tasks.doneAt);
  return filter === "open" ? isNull(tasks.doneAt) : and(isNull(tasks.doneAt), eq(tasks.assigneeId, userId));
}

/** `onlyOf`: limits the result to tasks assigned to or created by that user. */
function isVisible(scope: TeamScope, onlyOf: UserId | null): SQL | undefined {
  const isTheirs = onlyOf === null ? undefined : or(eq(tasks.assigneeId, onlyOf), eq(tasks.createdBy, onlyOf));
  return and(eq(tasks.teamId, scope.teamId), isTheirs);
}

/** Open tasks by day, then by creation; done ones latest first. A cursor holds the day, or when it was done. */
export async function listTaskRows(
  tx: Tx,
  scope: TeamScope,
  { filter, userId, onlyOf }: { filter: TaskFilter; userId: UserId; onlyOf: UserId | null },
  after: PageCursor | null,
  limit: number,
): Promise<ShownTaskRow[]> {
  const which = and(isVisible(scope, onlyOf), isOfFilter(filter, userId));
  const query = selectTasks(tx);
  if (filter === "done")
    return await query
      .where(and(which, isBehind(tasks.doneAt, tasks.id, after)))
      .orderBy(desc(tasks.doneAt), desc(tasks.id))
      .limit(limit);
  const isNext =
    after === null
      ? undefined
      : sql`(${dayOrder}, ${tasks.id}) > (${after.at.toISOString().slice(0, 10)}::date, ${after.id}::uuid)`;
  return await query.where(and(which, isNext)).orderBy(dayOrder, tasks.id).limit(limit);
}

export async function countTasks(tx: Tx, scope: TeamScope, userId: UserId, onlyOf: UserId | null) {
  const [row] = await tx
    .select({
      open: sql<number>`count(*) filter (where ${tasks.doneAt} is null)::int`,
      mine: sql<number>`count(*) filter (where ${tasks.doneAt} is null and ${tasks.assigneeId} = ${userId})::int`,
      done: sql<number>`count(*) filter (where ${tasks.doneAt} is not null)::int`,
    })
    .from(tasks)
    .where(isVisible(scope, onlyOf));
  return row ?? { open: 0, mine: 0, done: 0 };
}

export async function findTaskRow(tx: Tx, scope: TeamScope, taskId: TaskId): Promise<ShownTaskRow | null> {
  const [row] = await selectTasks(tx).where(and(eq(tasks.id, taskId), eq(tasks.teamId, scope.teamId)));
  return row ?? null;
}

/** Locks the task's row until the transaction ends. */
export async function lockTaskRow(tx: Tx, scope: TeamScope, taskId: TaskId): Promise<TaskRow | null> {
  const [row] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.teamId, scope.teamId)))
    .for("update");
  return row ?? null;
}

/** Counts a team's tasks under the team's row lock, so that two calls never take the last place. */
export async function lockAndCountTasks(tx: Tx, teamId: TeamId): Promise<number> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
  return await tx.$count(tasks, eq(tasks.teamId, teamId));
}

export async function insertTask(tx: Tx, task: NewTask): Promise<void> {
  await tx.insert(tasks).values(task);
}

export async function updateTaskRow(tx: Tx, scope: TeamScope, taskId: TaskId, change: TaskChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx
    .update(tasks)
    .set(change)
    .where(and(eq(tasks.id, taskId), eq(tasks.teamId, scope.teamId)));
}

/** Does nothing if the task is in that state already: the first user to set it stays named. */
export async function markTask(
  tx: Tx,
  scope: TeamScope,
  taskId: TaskId,
  done: { at: Date; by: UserId } | null,
): Promise<void> {
  await tx
    .update(tasks)
    .set({ doneAt: done?.at ?? null, doneBy: done?.by ?? null })
    .where(
      and(
        eq(tasks.id, taskId),
        eq(tasks.teamId, scope.teamId),
        done === null ? isNotNull(tasks.doneAt) : isNull(tasks.doneAt),
      ),
    );
}

export async function deleteTaskRow(tx: Tx, scope: TeamScope, taskId: TaskId): Promise<void> {
  await tx.delete(tasks).where(and(eq(tasks.id, taskId), eq(tasks.teamId, scope.teamId)));
}

export async function isMember(tx: Tx, teamId: TeamId, userId: string): Promise<boolean> {
  const rows = await tx
    .select({ userId: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
  return rows.length > 0;
}
