import type { BlueprintId, TaskId, TeamId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { roleMay } from "@blueprint/contract/roles";
import type { Task, TaskFilter } from "@blueprint/contract/tasks";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope, TeamScope } from "../../platform/http/scope.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { findBlueprint } from "../blueprints/blueprints.service.ts";
import { readScene } from "../scene/scene.service.ts";
import { canDeleteTask, canEditTask, canSeeTask } from "./tasks.policy.ts";
import {
  countTasks,
  deleteTaskRow,
  findTaskRow,
  insertTask,
  isMember,
  listTaskRows,
  lockAndCountTasks,
  lockTaskRow,
  markTask,
  type ShownTaskRow,
  type TaskChange,
  updateTaskRow,
} from "./tasks.repository.ts";

const tasksPerPage = 30;
/** Sort position of tasks without a day. */
const noDay = "9999-12-31";

export interface TaskFields {
  title?: string | undefined;
  note?: string | undefined;
  dueOn?: string | null | undefined;
  assigneeId?: UserId | null | undefined;
  blueprintId?: BlueprintId | null | undefined;
  anchorId?: string | null | undefined;
}

export async function listTasks(context: AppContext, scope: TeamScope, filter: TaskFilter, cursor: string | undefined) {
  const { db } = context;
  const { role, userId } = scope;
  const onlyOf = roleMay(role, "blueprint.see") ? null : userId;
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const which = { filter, userId, onlyOf };
  const rows = await listTaskRows(db, scope, which, position, tasksPerPage + 1);
  const { shown, nextCursor } = toPage(rows, tasksPerPage, ({ task }) => ({
    at: task.doneAt ?? new Date(task.dueOn ?? noDay),
    id: task.id,
  }));
  const counts = await countTasks(db, scope, userId, onlyOf);
  return { tasks: shown.map((row) => toTask(scope, row)), nextCursor, total: counts[filter], counts };
}

/**
 * @throws AppError `tasks-too-many`, `invalid-input` for a person, blueprint or anchor outside the team
 */
export async function createTask(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  { title, ...fields }: TaskFields & { title: string },
): Promise<Task> {
  const { teamId } = scope;
  const links = await requireLinks(context, scope, fields);
  const taskId = context.ids.uuid() as TaskId;
  return await context.db.transaction(async (tx) => {
    await requireRoom(tx, teamId);
    await insertTask(tx, {
      id: taskId,
      teamId,
      title,
      note: fields.note ?? "",
      dueOn: fields.dueOn ?? null,
      ...links,
      createdBy: actor.userId,
      createdAt: context.clock.now(),
    });
    const assignment = { assigneeId: links.assigneeId ?? null, assignedBy: actor.name };
    await recordAssignment(tx, context, teamId, { id: taskId, name: title }, actor, assignment);
    return await requireShown(tx, scope, taskId);
  });
}

/**
 * Creates a workflow's task: it has no creator, and its assignee is notified. The caller has checked that they are in
 * the team. @throws AppError `tasks-too-many`
 */
export async function createTaskOfWorkflow(
  tx: Tx,
  context: Pick<AppContext, "clock" | "ids" | "jobs">,
  teamId: TeamId,
  task: {
    title: string;
    note: string;
    dueOn: string | null;
    assigneeId: string | null;
    blueprintId: string | null;
    workflowName: string;
  },
): Promise<void> {
  await requireRoom(tx, teamId);
  const id = context.ids.uuid();
  await insertTask(tx, { id, teamId, ...task, createdAt: context.clock.now() });
  const { assigneeId, workflowName, title } = task;
  const assignment = { assigneeId, assignedBy: `The workflow “${workflowName}”` };
  await recordAssignment(tx, context, teamId, { id, name: title }, null, assignment);
}

/** @throws AppError `not-found`, `forbidden`, `invalid-input` as for a new one */
export async function updateTask(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  taskId: TaskId,
  fields: TaskFields,
): Promise<Task> {
  const { teamId, role, userId } = scope;
  const known = await requireTask(context.db, scope, taskId);
  if (!canEditTask(role, userId, known.task)) throw new AppError("forbidden");
  const links = await requireLinks(context, scope, fields, known);
  return await context.db.transaction(async (tx) => {
    const before = await lockTaskRow(tx, scope, taskId);
    if (before === null) throw new AppError("not-found");
    if (!canEditTask(role, userId, before)) throw new AppError("forbidden");
    const { title = before.title, note, dueOn } = fields;
    const change: TaskChange = {
      title,
      ...(note === undefined ? {} : { note }),
      ...(dueOn === undefined ? {} : { dueOn }),
      ...links,
    };
    await updateTaskRow(tx, scope, taskId, change);
    const { assigneeId } = links;
    if (assigneeId && assigneeId !== before.assigneeId) {
      const assignment = { assigneeId, assignedBy: actor.name };
      await recordAssignment(tx, context, teamId, { id: taskId, name: title }, actor, assignment);
    }
    return await requireShown(tx, scope, taskId);
  });
}

/** Open to every role that may comment. @throws AppError `not-found` */
export async function completeTask(
  context: AppContext,
  scope: TeamScope,
  taskId: TaskId,
  isDone: boolean,
): Promise<Task> {
  return await context.db.transaction(async (tx) => {
    await requireTask(tx, scope, taskId);
    await markTask(tx, scope, taskId, isDone ? { at: context.clock.now(), by: scope.userId } : null);
    return await requireShown(tx, scope, taskId);
  });
}

/** @throws AppError `not-found`, `forbidden` */
export async function deleteTask(context: AppContext, actor: Actor, scope: TeamScope, taskId: TaskId): Promise<void> {
  const { teamId, role, userId } = scope;
  await context.db.transaction(async (tx) => {
    const { task } = await requireTask(tx, scope, taskId);
    if (!canDeleteTask(role, userId, task)) throw new AppError("forbidden");
    await deleteTaskRow(tx, scope, taskId);
    const subject = { id: taskId, name: task.title };
    await recordEvent(tx, context, { actor, teamId, type: "task.deleted", subject });
  });
}

/** Every stored anchor that members of the team see, including drafts and those for other audiences, by title. */
export async function listAnchors(
  context: AppContext,
  { blueprintId }: BlueprintScope,
): Promise<{ id: string; title: string }[]> {
  const { anchors } = await readScene(context, blueprintId);
  return anchors
    .map(({ id, title }) => ({ id, title }))
    .sort((one, other) => one.title.localeCompare(other.title, "en", { numeric: true }));
}

async function requireRoom(tx: Tx, teamId: TeamId): Promise<void> {
  if ((await lockAndCountTasks(tx, teamId)) >= limits.tasksPerTeamMax) throw new AppError("tasks-too-many");
}

async function recordAssignment(
  tx: Tx,
  context: Pick<AppContext, "clock" | "ids" | "jobs">,
  teamId: TeamId,
  subject: { id: string; name: string },
  actor: Actor | null,
  { assigneeId, assignedBy }: { assigneeId: string | null; assignedBy: string },
): Promise<void> {
  if (assigneeId === null) return;
  const facts = { assigneeId: assigneeId as UserId, assignedBy };
  await recordEvent(tx, context, { actor, teamId, type: "task.assigned", subject, facts });
}

/** The task if the caller may see it; otherwise it does not exist. */
async function requireTask(tx: Tx, scope: TeamScope, taskId: TaskId): Promise<ShownTaskRow> {
  const row = await findTaskRow(tx, scope, taskId);
  if (row === null || !canSeeTask(scope.role, scope.userId, row.task)) throw new AppError("not-found");
  return row;
}

async function requireShown(tx: Tx, scope: TeamScope, taskId: TaskId): Promise<Task> {
  const row = await findTaskRow(tx, scope, taskId);
  if (row === null) throw new AppError("not-found");
  return toTask(scope, row);
}

/** Validates what a task refers to, without revealing whether something of another team exists. */
async function requireLinks(
  context: AppContext,
  scope: TeamScope,
  { assigneeId, blueprintId, anchorId }: TaskFields,
  before?: ShownTaskRow,
): Promise<Pick<TaskChange, "assigneeId" | "blueprintId" | "anchorId" | "anchorTitle">> {
  const links: Pick<TaskChange, "assigneeId" | "blueprintId" | "anchorId" | "anchorTitle"> = {};
  if (assigneeId !== undefined) {
    // Guests do not know who else is in the team.
    const mayName =
      assigneeId === null ||
      assigneeId === scope.userId ||
      assigneeId === before?.assigneeId ||
      roleMay(scope.role, "member.see");
    if (!mayName || (assigneeId !== null && !(await isMember(context.db, scope.teamId, assigneeId))))
      throw new AppError("invalid-input", { fields: { assigneeId: "Choose a member of this team." } });
    links.assigneeId = assigneeId;
  }
  if (blueprintId === undefined && anchorId === undefined) return links;
  const ofBlueprint = blueprintId === undefined ? (before?.task.blueprintId ?? null) : blueprintId;
  links.blueprintId = ofBlueprint;
  links.anchorId = null;
  links.anchorTitle = null;
  if (ofBlueprint === null) return links;
  await requireOwnBlueprint(context.db, scope, ofBlueprint as BlueprintId);
  if (anchorId === undefined || anchorId === null) return links;
  const { anchors } = await readScene(context, ofBlueprint as BlueprintId);
  const anchor = anchors.find(({ id }) => id === anchorId);
  const isKept = anchorId === before?.task.anchorId && ofBlueprint === before.task.blueprintId;
  if (anchor === undefined && !isKept)
    throw new AppError("invalid-input", { fields: { anchorId: "Choose an anchor of this blueprint." } });
  links.anchorId = anchorId;
  links.anchorTitle = anchor?.title ?? before?.task.anchorTitle ?? "";
  return links;
}

async function requireOwnBlueprint(tx: Tx, scope: TeamScope, blueprintId: BlueprintId): Promise<void> {
  if (!roleMay(scope.role, "blueprint.see") || (await findBlueprint(tx, scope, blueprintId)) === null)
    throw new AppError("invalid-input", { fields: { blueprintId: "Choose a blueprint of this team." } });
}

function toTask(scope: TeamScope, row: ShownTaskRow): Task {
  const { task } = row;
  const seesBlueprints = roleMay(scope.role, "blueprint.see");
  const mayWrite = !scope.isVisit;
  const blueprint =
    seesBlueprints && task.blueprintId !== null && row.blueprintName !== null
      ? { id: task.blueprintId as BlueprintId, name: row.blueprintName }
      : null;
  return {
    id: task.id as TaskId,
    title: task.title,
    note: task.note,
    dueOn: task.dueOn,
    assignee: toPerson(row.assigneeId, row.assigneeName),
    blueprint,
    anchor: blueprint === null || task.anchorId === null ? null : { id: task.anchorId, title: task.anchorTitle ?? "" },
    createdAt: task.createdAt.toISOString(),
    createdBy: toPerson(task.createdBy, row.makerName),
    workflowName: task.workflowName,
    doneAt: task.doneAt?.toISOString() ?? null,
    doneBy: toPerson(task.doneBy, row.doerName),
    mayEdit: mayWrite && canEditTask(scope.role, scope.userId, task),
    mayDelete: mayWrite && canDeleteTask(scope.role, scope.userId, task),
  };
}

function toPerson(userId: string | null, name: string | null): Task["assignee"] {
  return userId === null || name === null ? null : { userId: userId as UserId, name };
}
