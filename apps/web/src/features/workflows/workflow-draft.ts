import type { BlueprintId, UserId, WebhookId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import { type TeamEventType, teamEventWords } from "@blueprint/contract/webhooks";
import {
  eventsWithoutBlueprint,
  type Workflow,
  type WorkflowAction,
  type WorkflowActionType,
  type WorkflowDefinition,
} from "@blueprint/contract/workflows";
import { actionWords, nameBlueprint, suggestTitle } from "./workflow-words.ts";

export interface ChosenBlueprint {
  readonly id: BlueprintId;
  readonly name: string;
}

/** What the form contains: the fields of every kind of action, so that switching the kind keeps what was typed. */
export interface WorkflowDraft {
  readonly name: string;
  readonly event: TeamEventType;
  readonly blueprint: ChosenBlueprint | null;
  readonly type: WorkflowActionType;
  readonly title: string;
  readonly text: string;
  readonly dueInDays: string;
  readonly assigneeId: string;
  readonly roles: readonly TeamRole[];
  readonly userIds: readonly UserId[];
  readonly webhookId: string;
}

/** @param firstWebhookId preselected for a new workflow; empty if the team has no webhooks */
export function toDraft(workflow: Workflow | null, firstWebhookId: WebhookId | ""): WorkflowDraft {
  const empty: WorkflowDraft = {
    name: "",
    event: "scan.ready",
    blueprint: null,
    type: "task",
    title: suggestTitle("scan.ready"),
    text: "",
    dueInDays: "",
    assigneeId: "",
    roles: ["owner", "admin"],
    userIds: [],
    webhookId: firstWebhookId,
  };
  if (workflow === null) return empty;
  const { name, event, blueprint, action } = workflow;
  const named = blueprint === null ? null : { ...blueprint, name: nameBlueprint(blueprint) };
  const common = { ...empty, name, event, blueprint: named, type: action.type };
  if (action.type === "webhook") return { ...common, webhookId: action.webhookId ?? "" };
  const { title, text } = action;
  if (action.type === "task")
    return {
      ...common,
      title,
      text,
      dueInDays: action.dueInDays?.toString() ?? "",
      assigneeId: action.assigneeId ?? "",
    };
  return { ...common, title, text, roles: action.to.roles, userIds: action.to.userIds };
}

/** Changes the trigger. A suggested title follows it; a typed one stays. */
export function withEvent(draft: WorkflowDraft, event: TeamEventType): WorkflowDraft {
  const isSuggested = draft.title === suggestTitle(draft.event);
  return { ...draft, event, ...(isSuggested ? { title: suggestTitle(event) } : {}) };
}

export function hasBlueprint({ event }: WorkflowDraft): boolean {
  return !eventsWithoutBlueprint.includes(event);
}

/** The workflow's name if none is typed. */
export function suggestName({ event, type }: WorkflowDraft): string {
  return `${teamEventWords[event]}: ${actionWords[type].name.toLowerCase()}`;
}

export function toDefinition(draft: WorkflowDraft): WorkflowDefinition {
  return {
    name: draft.name.trim() === "" ? suggestName(draft) : draft.name,
    event: draft.event,
    blueprintId: hasBlueprint(draft) ? (draft.blueprint?.id ?? null) : null,
    action: toAction(draft),
  };
}

function toAction(draft: WorkflowDraft): WorkflowAction {
  const { type, title, text, dueInDays, assigneeId, roles, userIds, webhookId } = draft;
  if (type === "webhook") return { type, webhookId: webhookId as WebhookId };
  if (type === "task")
    return {
      type,
      title,
      text,
      dueInDays: dueInDays === "" ? null : Number(dueInDays),
      assigneeId: assigneeId === "" ? null : (assigneeId as UserId),
    };
  return { type, title, text, to: { roles: [...roles], userIds: [...userIds] } };
}
