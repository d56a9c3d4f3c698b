import { type TeamEventType, teamEventWords } from "@blueprint/contract/webhooks";
import {
  eventsWithoutBlueprint,
  type ShownWorkflowAction,
  type Workflow,
  type WorkflowActionType,
  type WorkflowRun,
} from "@blueprint/contract/workflows";
import { formatAmount } from "../../lib/format.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

export const actionWords: Record<WorkflowActionType, { readonly name: string; readonly text: string }> = {
  task: { name: "Create a task", text: "For a member, or unassigned" },
  message: { name: "Send a message", text: "In the inbox of members" },
  email: { name: "Send an email", text: "To members, based on their settings" },
  webhook: { name: "Call a webhook", text: "One of the team's, signed and retried" },
};

/** The trigger as a clause: "When a scan is ready in Hall". */
export function describeOccasion({ event, blueprint }: Pick<Workflow, "event" | "blueprint">): string {
  const words = teamEventWords[event];
  const where = blueprint === null ? "" : ` in ${nameBlueprint(blueprint)}`;
  return `When ${words.charAt(0).toLowerCase()}${words.slice(1)}${where}`;
}

/** A blueprint that moved to another team has no name here: the workflow is idle until it returns. */
export function nameBlueprint({ name }: { readonly name: string }): string {
  return name === "" ? "a blueprint that moved to another team" : name;
}

/** Describes the action. */
export function describeAction(action: ShownWorkflowAction): string {
  switch (action.type) {
    case "task":
      return `create the task “${action.title}”${
        action.dueInDays === null
          ? ""
          : action.dueInDays === 0
            ? ", due the same day"
            : `, due ${formatAmount(action.dueInDays, "day")} later`
      }`;
    case "message":
      return `send the message “${action.title}” to ${describeRecipients(action.to)}`;
    case "email":
      return `send the email “${action.title}” to ${describeRecipients(action.to)}`;
    case "webhook":
      if (action.webhookId === null) return "call a webhook that was removed";
      return action.host === null ? "call a webhook" : `call the webhook to ${action.host}`;
  }
}

function describeRecipients({ roles, userIds }: { roles: readonly string[]; userIds: readonly string[] }): string {
  const parts = [
    ...roles.map((role) => `${role}s`),
    ...(userIds.length === 0 ? [] : [formatAmount(userIds.length, "chosen member")]),
  ];
  if (parts.length === 0) return "no one: the chosen members have left";
  return parts.length === 1 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Default title for what a workflow creates. */
export function suggestTitle(event: TeamEventType): string {
  return eventsWithoutBlueprint.includes(event) ? "Welcome {person}" : "Look at {blueprint}";
}

export const runStates: Record<WorkflowRun["state"], { readonly tone: BadgeTone; readonly label: string }> = {
  waiting: { tone: "accent", label: "Waiting" },
  done: { tone: "good", label: "Done" },
  failed: { tone: "danger", label: "Failed" },
  skipped: { tone: "attention", label: "Skipped" },
};

/** Delivery status of a run's webhook message. */
export const deliveryWords: Record<NonNullable<WorkflowRun["delivery"]>, string> = {
  waiting: "The receiver hasn't accepted it yet.",
  delivered: "The receiver accepted it.",
  failed: "The receiver didn't accept it. See its log.",
};
