import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import {
  blueprintIdSchema,
  teamIdSchema,
  userIdSchema,
  webhookIdSchema,
  workflowIdSchema,
  workflowRunIdSchema,
} from "./ids.ts";
import { limits } from "./limits.ts";
import { teamRoles } from "./roles.ts";
import { lineOfText, linesOfText } from "./text.ts";
import { deliveryStates, type TeamEventType, teamEventTypes } from "./webhooks.ts";

/** Placeholders in braces available to a workflow's texts, by event; each run fills them in. */
export const workflowPlaceholders = {
  "blueprint.created": ["blueprint", "team"],
  "blueprint.published": ["blueprint", "version", "team"],
  "blueprint.unpublished": ["blueprint", "team"],
  "blueprint.transferred": ["blueprint", "team"],
  "blueprint.received": ["blueprint", "team"],
  "scan.ready": ["blueprint", "scan", "team"],
  "scan.failed": ["blueprint", "scan", "problem", "team"],
  "member.joined": ["person", "role", "team"],
  "form.answered": ["blueprint", "anchor", "team"],
  "comment.mentioned": ["blueprint", "person", "subject", "team"],
} as const satisfies Record<TeamEventType, readonly string[]>;

/** Events without a blueprint. */
export const eventsWithoutBlueprint: readonly TeamEventType[] = ["member.joined"];

const placeholderPattern = /\{([a-z]+)\}/gi;

/** Placeholders that an event does not fill, without duplicates. */
export function findUnknownPlaceholders(text: string, event: TeamEventType): string[] {
  const known: readonly string[] = workflowPlaceholders[event];
  const named = [...text.matchAll(placeholderPattern)].map(([, name = ""]) => name);
  return [...new Set(named.filter((name) => !known.includes(name)))];
}

/** Fills the placeholders. Inserted values are never scanned for placeholders. */
export function fillPlaceholders(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    placeholderPattern,
    (all, name: string) => (Object.hasOwn(words, name) ? words[name] : all) ?? all,
  );
}

/** Members by role, by name, or both; never people outside the team. */
const recipientsSchema = z
  .object({
    roles: z.array(z.enum(teamRoles)).max(teamRoles.length),
    userIds: z.array(userIdSchema).max(limits.workflowPeopleMax),
  })
  .refine(({ roles, userIds }) => roles.length + userIds.length > 0, { error: "Choose who it's for." });

const titleSchema = lineOfText(limits.taskTitleCharactersMax);
const textSchema = linesOfText(limits.workflowTextCharactersMax);
const dueInDaysSchema = z.number().int().min(0).max(limits.workflowDueDaysMax).nullable();

export const workflowActionSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("task"),
    title: titleSchema,
    text: textSchema,
    dueInDays: dueInDaysSchema,
    assigneeId: userIdSchema.nullable(),
  }),
  z.object({ type: z.literal("message"), to: recipientsSchema, title: titleSchema, text: textSchema }),
  z.object({ type: z.literal("email"), to: recipientsSchema, title: titleSchema, text: textSchema }),
  z.object({ type: z.literal("webhook"), webhookId: webhookIdSchema }),
]);
export type WorkflowAction = z.infer<typeof workflowActionSchema>;
export type WorkflowActionType = WorkflowAction["type"];

const shownRecipients = z.object({ roles: z.array(z.enum(teamRoles)), userIds: z.array(userIdSchema) });
const shownActionSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("task"),
    title: z.string(),
    text: z.string(),
    dueInDays: z.number().int().nullable(),
    assigneeId: userIdSchema.nullable(),
  }),
  z.object({ type: z.literal("message"), to: shownRecipients, title: z.string(), text: z.string() }),
  z.object({ type: z.literal("email"), to: shownRecipients, title: z.string(), text: z.string() }),
  /** The id is null once the webhook is removed; the host is also null for callers who may not see webhook targets. */
  z.object({ type: z.literal("webhook"), webhookId: webhookIdSchema.nullable(), host: z.string().nullable() }),
]);
export type ShownWorkflowAction = z.infer<typeof shownActionSchema>;

export const workflowRunStates = ["waiting", "done", "failed", "skipped"] as const;

export const workflowSchema = z.object({
  id: workflowIdSchema,
  name: z.string(),
  event: z.enum(teamEventTypes),
  /** The only blueprint whose events count; null for all. */
  blueprint: z.object({ id: blueprintIdSchema, name: z.string() }).nullable(),
  action: shownActionSchema,
  isEnabled: z.boolean(),
  createdAt: z.string(),
  lastRun: z.object({ at: z.string(), state: z.enum(workflowRunStates), isTest: z.boolean() }).nullable(),
});
export type Workflow = z.infer<typeof workflowSchema>;

export const workflowRunSchema = z.object({
  id: workflowRunIdSchema,
  event: z.enum(teamEventTypes),
  isTest: z.boolean(),
  /** When it happened. */
  at: z.string(),
  /** When it ran; null while it waits. */
  ranAt: z.string().nullable(),
  state: z.enum(workflowRunStates),
  /** One or two sentences: what it did, or why it did not. */
  result: z.string(),
  /** Delivery state of the webhook message; null for other actions, and once the delivery log is gone. */
  delivery: z.enum(deliveryStates).nullable(),
});
export type WorkflowRun = z.infer<typeof workflowRunSchema>;

const definitionSchema = z.object({
  name: lineOfText(limits.workflowNameCharactersMax),
  event: z.enum(teamEventTypes),
  blueprintId: blueprintIdSchema.nullable(),
  action: workflowActionSchema,
});
export type WorkflowDefinition = z.infer<typeof definitionSchema>;

const teamParams = z.object({ teamId: teamIdSchema });
const workflowParams = teamParams.extend({ workflowId: workflowIdSchema });

export const listWorkflows = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/workflows",
  access: "blueprint.see",
  summary: "Workflows of a team, newest first.",
  apiScope: "read",
  schema: { params: teamParams, response: z.object({ workflows: z.array(workflowSchema) }) },
  errors: [],
});

export const createWorkflow = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/workflows",
  access: "team.settings",
  summary: "Creates a workflow: a trigger and an action. It starts turned on.",
  schema: { params: teamParams, body: z.object({ definition: definitionSchema }), response: workflowSchema },
  errors: ["forbidden", "workflows-too-many"],
});

export const updateWorkflow = defineEndpoint({
  method: "PATCH",
  url: "/api/teams/:teamId/workflows/:workflowId",
  access: "team.settings",
  summary: "Changes a workflow, or turns it on or off.",
  schema: {
    params: workflowParams,
    body: z.object({ definition: definitionSchema.optional(), isEnabled: z.boolean().optional() }),
    response: workflowSchema,
  },
  errors: ["forbidden"],
});

export const deleteWorkflow = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/workflows/:workflowId",
  access: "team.settings",
  summary: "Removes a workflow, its log and any pending runs. What it created stays.",
  schema: { params: workflowParams, response: z.object({ deleted: z.literal(true) }) },
  errors: ["forbidden"],
});

export const testWorkflow = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/workflows/:workflowId/test",
  access: "team.settings",
  summary:
    "Runs a workflow as a test with the team's latest blueprint. Messages and emails only go to the caller. Works even if it's turned off.",
  schema: { params: workflowParams, response: workflowRunSchema },
  errors: ["forbidden"],
});

export const listWorkflowRuns = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/workflows/:workflowId/runs",
  access: "team.settings",
  summary: "A workflow's runs and why any failed, newest first, paginated. Kept for 30 days.",
  schema: {
    params: workflowParams,
    querystring: z.object({ cursor: z.string().max(200).optional() }),
    response: z.object({
      runs: z.array(workflowRunSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: ["forbidden"],
});
