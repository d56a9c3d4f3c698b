import type { BlueprintId, UserId, WebhookId, WorkflowId, WorkflowRunId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { roleMay } from "@blueprint/contract/roles";
import type { TeamEventType } from "@blueprint/contract/webhooks";
import {
  eventsWithoutBlueprint,
  findUnknownPlaceholders,
  type ShownWorkflowAction,
  type Workflow,
  type WorkflowAction,
  type WorkflowDefinition,
  type WorkflowRun,
  workflowPlaceholders,
} from "@blueprint/contract/workflows";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { lockTeam } from "../teams/teams.service.ts";
import { performAct } from "./workflow-acts.service.ts";
import {
  countMembersAmong,
  countWorkflows,
  deleteWorkflowRow,
  findLatestBlueprint,
  findWorkflow,
  hasBlueprint,
  hasWebhook,
  insertRun,
  insertWorkflow,
  listRunRows,
  listWorkflowRows,
  type RunRow,
  replaceWorkflowPeople,
  type ShownWorkflowRow,
  updateWorkflowRow,
  type WorkflowFields,
  type WorkflowRow,
} from "./workflows.repository.ts";

const runsPerPage = 20;

export async function listWorkflows(context: AppContext, actor: Actor, scope: TeamScope): Promise<Workflow[]> {
  const workflows = (await listWorkflowRows(context.db, scope)).map(toWorkflow);
  // Keys have no scope for team settings, whoever created them.
  if (actor.apiKey === undefined && roleMay(scope.role, "team.settings")) return workflows;
  return workflows.map(({ action, ...workflow }) => ({
    ...workflow,
    action: action.type === "webhook" ? { ...action, host: null } : action,
  }));
}

/** @throws AppError `workflows-too-many`, `invalid-input` for references outside the team */
export async function createWorkflow(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  definition: WorkflowDefinition,
): Promise<Workflow> {
  const { teamId } = scope;
  return await context.db.transaction(async (tx) => {
    await lockTeam(tx, scope);
    if ((await countWorkflows(tx, scope)) >= limits.workflowsPerTeamMax) throw new AppError("workflows-too-many");
    await requireUsable(tx, scope, definition);
    const workflowId = context.ids.uuid() as WorkflowId;
    const made = { id: workflowId, createdBy: actor.userId, createdAt: context.clock.now() };
    await insertWorkflow(tx, scope, { ...toFields(definition), ...made });
    await replaceWorkflowPeople(tx, workflowId, namedPeople(definition.action));
    const subject = { id: workflowId, name: definition.name };
    const facts = { event: definition.event, action: definition.action.type };
    await recordEvent(tx, context, { actor, teamId, type: "workflow.created", subject, facts });
    return await requireShown(tx, scope, workflowId);
  });
}

/** @throws AppError `not-found`, `invalid-input` as for a new one */
export async function updateWorkflow(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  workflowId: WorkflowId,
  { definition, isEnabled }: { definition?: WorkflowDefinition | undefined; isEnabled?: boolean | undefined },
): Promise<Workflow> {
  const { teamId } = scope;
  return await context.db.transaction(async (tx) => {
    const before = await requireWorkflow(tx, scope, workflowId);
    if (definition !== undefined) await requireUsable(tx, scope, definition);
    const row = await updateWorkflowRow(tx, scope, workflowId, {
      ...(definition === undefined ? {} : toFields(definition)),
      isEnabled: isEnabled ?? before.isEnabled,
    });
    if (row === null) throw new AppError("not-found");
    if (definition !== undefined) await replaceWorkflowPeople(tx, workflowId, namedPeople(definition.action));
    const subject = { id: workflowId, name: row.name };
    const facts = { event: row.event, action: row.actionType, isOn: row.isEnabled };
    await recordEvent(tx, context, { actor, teamId, type: "workflow.changed", subject, facts });
    return await requireShown(tx, scope, workflowId);
  });
}

/** @throws AppError `not-found` */
export async function deleteWorkflow(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  workflowId: WorkflowId,
): Promise<void> {
  const { teamId } = scope;
  await context.db.transaction(async (tx) => {
    const row = await deleteWorkflowRow(tx, scope, workflowId);
    if (row === null) throw new AppError("not-found");
    const subject = { id: workflowId, name: row.name };
    await recordEvent(tx, context, { actor, teamId, type: "workflow.deleted", subject });
  });
}

/** Runs the workflow now and records the result in the log. @throws AppError `not-found` */
export async function testWorkflow(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  workflowId: WorkflowId,
): Promise<WorkflowRun> {
  const { teamId } = scope;
  return await context.db.transaction(async (tx) => {
    const workflow = await requireWorkflow(tx, scope, workflowId);
    const { event } = workflow;
    const facts = await makeTestFacts(tx, scope, actor, workflow);
    const now = context.clock.now();
    const outcome = await performAct(tx, context, workflow, { event, facts, testedBy: actor.userId });
    const run: RunRow = {
      deliveryId: null,
      ...outcome,
      id: context.ids.uuid(),
      workflowId,
      eventId: context.ids.uuid(),
      event,
      facts: { ...facts },
      isTest: true,
      createdAt: now,
      ranAt: now,
    };
    await insertRun(tx, run);
    const subject = { id: workflowId, name: workflow.name };
    await recordEvent(tx, context, { actor, teamId, type: "workflow.tested", subject });
    return toRun({ run, delivery: run.deliveryId === null ? null : "waiting" });
  });
}

/** @throws AppError `not-found` */
export async function listWorkflowRuns(
  context: AppContext,
  scope: TeamScope,
  workflowId: WorkflowId,
  cursor: string | undefined,
): Promise<{ runs: WorkflowRun[]; nextCursor: string | null; total: number }> {
  await requireWorkflow(context.db, scope, workflowId);
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const { rows, total } = await listRunRows(context.db, workflowId, position, runsPerPage + 1);
  const { shown, nextCursor } = toPage(rows, runsPerPage, ({ run }) => ({ at: run.createdAt, id: run.id }));
  return { runs: shown.map(toRun), nextCursor, total };
}

async function requireWorkflow(tx: Tx, scope: TeamScope, workflowId: WorkflowId): Promise<WorkflowRow> {
  const row = await findWorkflow(tx, scope, workflowId);
  if (row === null) throw new AppError("not-found");
  return row;
}

async function requireShown(tx: Tx, scope: TeamScope, workflowId: WorkflowId): Promise<Workflow> {
  const [row] = await listWorkflowRows(tx, scope, workflowId);
  if (row === undefined) throw new AppError("not-found");
  return toWorkflow(row);
}

/** A test uses the workflow's blueprint or the latest one, and the user who runs it. */
async function makeTestFacts(
  tx: Tx,
  scope: TeamScope,
  actor: Actor,
  { event, blueprintId }: WorkflowRow,
): Promise<Record<string, string>> {
  if (event === "member.joined") return { userId: actor.userId, role: scope.role };
  const chosen = blueprintId ?? (await findLatestBlueprint(tx, scope));
  return {
    ...(chosen === null ? {} : { blueprintId: chosen }),
    ...(event === "comment.mentioned" ? { authorId: actor.userId } : {}),
  };
}

async function requireUsable(tx: Tx, scope: TeamScope, definition: WorkflowDefinition): Promise<void> {
  const { event, blueprintId, action } = definition;
  const fields: Record<string, string> = {};
  if (blueprintId !== null && eventsWithoutBlueprint.includes(event))
    fields["definition.blueprintId"] = "This trigger doesn't belong to a blueprint.";
  else if (blueprintId !== null && !(await hasBlueprint(tx, scope, blueprintId)))
    fields["definition.blueprintId"] = "Choose a blueprint of this team.";
  if (action.type === "webhook") {
    if (!(await hasWebhook(tx, scope, action.webhookId)))
      fields["definition.action.webhookId"] = "Choose a webhook of this team.";
  } else {
    for (const name of ["title", "text"] as const) {
      const problem = describeUnknownWords(action[name], event);
      if (problem !== null) fields[`definition.action.${name}`] = problem;
    }
    const people = [...new Set(action.type === "task" ? [action.assigneeId ?? []].flat() : action.to.userIds)];
    if ((await countMembersAmong(tx, scope, people)) < people.length)
      fields[`definition.action.${action.type === "task" ? "assigneeId" : "to"}`] = "Choose only members of this team.";
  }
  if (Object.keys(fields).length > 0) throw new AppError("invalid-input", { fields });
}

function describeUnknownWords(text: string, event: TeamEventType): string | null {
  const [unknown] = findUnknownPlaceholders(text, event);
  if (unknown === undefined) return null;
  const known = workflowPlaceholders[event].map((name) => `{${name}}`).join(", ");
  return `{${unknown}} doesn't work here. You can use ${known}.`;
}

function namedPeople(action: WorkflowAction): readonly UserId[] {
  return action.type === "message" || action.type === "email" ? action.to.userIds : [];
}

/** A definition as columns; those that its action does not use are cleared. */
function toFields({ name, event, blueprintId, action }: WorkflowDefinition): WorkflowFields {
  const none = { title: "", text: "", roles: [], dueInDays: null, assigneeId: null, webhookId: null };
  const common = { ...none, name, event, blueprintId, actionType: action.type };
  switch (action.type) {
    case "webhook":
      return { ...common, webhookId: action.webhookId };
    case "task": {
      const { title, text, dueInDays, assigneeId } = action;
      return { ...common, title, text, dueInDays, assigneeId };
    }
    default:
      return { ...common, title: action.title, text: action.text, roles: action.to.roles };
  }
}

function toWorkflow({ workflow, blueprintName, webhookUrl, people, lastRun }: ShownWorkflowRow): Workflow {
  const { id, name, event, blueprintId, isEnabled, createdAt } = workflow;
  return {
    id: id as WorkflowId,
    name,
    event,
    blueprint: blueprintId === null ? null : { id: blueprintId as BlueprintId, name: blueprintName ?? "" },
    action: toAction(workflow, people, webhookUrl),
    isEnabled,
    createdAt: createdAt.toISOString(),
    lastRun: lastRun === null ? null : { ...lastRun, at: new Date(lastRun.at).toISOString() },
  };
}

function toAction(row: WorkflowRow, userIds: UserId[], webhookUrl: string | null): ShownWorkflowAction {
  const { actionType: type, title, text, roles, dueInDays } = row;
  if (type === "webhook") {
    const host = webhookUrl === null ? null : new URL(webhookUrl).host;
    return { type, webhookId: row.webhookId as WebhookId | null, host };
  }
  if (type === "task") return { type, title, text, dueInDays, assigneeId: row.assigneeId as UserId | null };
  return { type, title, text, to: { roles, userIds } };
}

function toRun({ run, delivery }: { run: RunRow; delivery: WorkflowRun["delivery"] }): WorkflowRun {
  const { id, event, isTest, state, result } = run;
  const at = run.createdAt.toISOString();
  return {
    id: id as WorkflowRunId,
    event,
    isTest,
    at,
    ranAt: run.ranAt?.toISOString() ?? null,
    state,
    result,
    delivery,
  };
}
