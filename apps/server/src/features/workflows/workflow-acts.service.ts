import { errorCatalogue } from "@blueprint/contract/errors";
import type { TeamId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { scanProblems } from "@blueprint/contract/scan-problems";
import type { TeamEventType } from "@blueprint/contract/webhooks";
import { fillPlaceholders } from "@blueprint/contract/workflows";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { notify } from "../notifications/notify.service.ts";
import { sendEventTo } from "../programs/team-events.service.ts";
import { createTaskOfWorkflow } from "../tasks/tasks.service.ts";
import { findNames, isMemberNow, listRecipients, type WorkflowRow } from "./workflows.repository.ts";

type ActContext = Pick<AppContext, "clock" | "ids" | "jobs">;

/** What triggered a workflow. `facts` is what webhooks receive about it. */
export interface Occasion {
  event: TeamEventType;
  facts: Readonly<Record<string, unknown>>;
  /** The user who tests it; null for a real event. */
  testedBy: UserId | null;
}

/** The outcome, as a sentence for the log that names no person. */
export interface ActOutcome {
  state: "done" | "failed";
  result: string;
  deliveryId?: string;
}

const dayMs = 24 * 3_600_000;
const failed = (result: string): ActOutcome => ({ state: "failed", result });

/** Performs a workflow's action in the caller's transaction: it is written together with the outcome, or not at all. */
export async function performAct(
  tx: Tx,
  context: ActContext,
  workflow: WorkflowRow,
  occasion: Occasion,
): Promise<ActOutcome> {
  try {
    if (workflow.actionType === "webhook") return await callWebhook(tx, context, workflow, occasion);
    const { words, blueprintId } = await findWords(tx, workflow, occasion);
    const title = cut(fillPlaceholders(workflow.title, words), limits.taskTitleCharactersMax);
    const text = cut(fillPlaceholders(workflow.text, words), limits.workflowTextCharactersMax);
    const filled = { title, text, blueprintId };
    return workflow.actionType === "task"
      ? await makeTask(tx, context, workflow, occasion, filled)
      : await tellMembers(tx, context, workflow, occasion, { ...filled, team: words.team ?? "" });
  } catch (error) {
    // Thrown before any write: a reason for the log. Any other error is retried.
    if (error instanceof AppError && error.code === "tasks-too-many") return failed(errorCatalogue[error.code].message);
    throw error;
  }
}

async function callWebhook(
  tx: Tx,
  context: ActContext,
  { id: workflowId, teamId, webhookId }: WorkflowRow,
  { event, facts, testedBy }: Occasion,
): Promise<ActOutcome> {
  if (webhookId === null) return failed("The webhook was removed, so nothing was sent. Choose another one.");
  const data = { ...facts, workflowId, ...(testedBy === null ? {} : { isTest: true }) };
  const sent = await sendEventTo(tx, context, { teamId: teamId as TeamId, webhookId }, event, data);
  if (sent === null) return failed("The webhook was removed, so nothing was sent. Choose another one.");
  if (sent.outcome === "stopped")
    return failed(`The webhook to ${sent.host} is stopped, so nothing was sent. Resume it in settings.`);
  return {
    state: "done",
    deliveryId: sent.deliveryId,
    result: `Sent to the webhook at ${sent.host}${testedBy === null ? "" : ", marked as a test"}.`,
  };
}

interface Filled {
  title: string;
  text: string;
  blueprintId: string | null;
}

async function tellMembers(
  tx: Tx,
  context: ActContext,
  workflow: WorkflowRow,
  { testedBy }: Occasion,
  { title, text, blueprintId, team }: Filled & { team: string },
): Promise<ActOutcome> {
  const isMail = workflow.actionType === "email";
  const recipients = await listRecipients(tx, workflow);
  if (recipients.length === 0 && testedBy === null)
    return failed("No team members match the chosen roles or people. Nothing was sent.");
  const from = `Sent by the workflow “${workflow.name}” of ${team}.`;
  const teamId = workflow.teamId as TeamId;
  await notify(tx, context, testedBy === null ? recipients : [testedBy], {
    kind: isMail ? "workflow-mail" : "workflow-message",
    teamId,
    title,
    body: text === "" ? from : `${text}\n\n${from}`,
    path: blueprintId === null ? `/workspace?team=${teamId}` : `/blueprint-editor/${blueprintId}`,
  });
  const members = recipients.length === 1 ? "1 member" : `${recipients.length} members`;
  const how = isMail ? "Email sent" : "Message sent";
  const respect = isMail ? ", based on their notification settings" : "";
  if (testedBy === null) return { state: "done", result: `${how} to ${members}${respect}.` };
  const otherwise = recipients.length === 0 ? "no one: choose other recipients" : members;
  return { state: "done", result: `${how} only to you because this is a test. It would otherwise go to ${otherwise}.` };
}

async function makeTask(
  tx: Tx,
  context: ActContext,
  workflow: WorkflowRow,
  { testedBy }: Occasion,
  { title, text, blueprintId }: Filled,
): Promise<ActOutcome> {
  const { teamId, dueInDays, name } = workflow;
  const chosen = workflow.assigneeId;
  const isThere = chosen !== null && (await isMemberNow(tx, teamId, chosen));
  const dueOn =
    dueInDays === null ? null : new Date(context.clock.now().getTime() + dueInDays * dayMs).toISOString().slice(0, 10);
  await createTaskOfWorkflow(tx, context, teamId as TeamId, {
    title,
    note: text,
    dueOn,
    assigneeId: isThere ? chosen : null,
    blueprintId,
    workflowName: name,
  });
  const due = dueOn === null ? "" : `, due ${dueOn}`;
  const missing = chosen !== null && !isThere ? " The assignee has left the team, so it's unassigned." : "";
  const tested = testedBy === null ? "" : " It's a real task: delete it when you're done.";
  return { state: "done", result: `Created the task “${title}”${due}.${missing}${tested}` };
}

/** Values of the placeholders in braces. */
async function findWords(
  tx: Tx,
  { teamId }: WorkflowRow,
  { facts, testedBy }: Occasion,
): Promise<{ words: Record<string, string>; blueprintId: string | null }> {
  const text = (name: string) => (typeof facts[name] === "string" ? facts[name] : null);
  const ids = {
    blueprintId: text("blueprintId"),
    scanId: text("scanId"),
    userId: text("userId") ?? text("authorId"),
  };
  const names = await findNames(tx, teamId as TeamId, ids);
  const unknown = testedBy === null ? "(gone)" : "(example)";
  const problem = text("problem") ?? "";
  const words = {
    team: names.team,
    blueprint: names.blueprint ?? text("name") ?? unknown,
    scan: names.scan ?? unknown,
    person: names.person ?? unknown,
    role: text("role") ?? unknown,
    version: typeof facts.version === "number" ? String(facts.version) : unknown,
    anchor: text("anchorTitle") ?? unknown,
    subject: text("subject") ?? unknown,
    problem: isScanProblem(problem) ? scanProblems[problem].cause : unknown,
  };
  return { words, blueprintId: names.blueprint === null ? null : ids.blueprintId };
}

function isScanProblem(code: string): code is keyof typeof scanProblems {
  return Object.hasOwn(scanProblems, code);
}

/** Whole characters only: half of a surrogate pair cannot be stored. */
function cut(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${[...text.slice(0, charactersMax - 2)].slice(0, -1).join("")}…`;
}
