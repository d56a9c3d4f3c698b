import type { BlueprintId, UserId, WebhookId, WorkflowId } from "@blueprint/contract/ids";
import type { Workflow } from "@blueprint/contract/workflows";
import { expect, it } from "vitest";
import { suggestName, toDefinition, toDraft, withEvent } from "./workflow-draft.ts";

const hall = { id: "blueprint-1" as BlueprintId, name: "Hall" };
const workflow: Workflow = {
  id: "workflow-1" as WorkflowId,
  name: "Welcome",
  event: "blueprint.published",
  blueprint: hall,
  action: { type: "task", title: "Check it", text: "Twice", dueInDays: 0, assigneeId: "user-2" as UserId },
  isEnabled: true,
  createdAt: "2026-11-01T00:00:00Z",
  lastRun: null,
};

it("saves an untouched workflow as it was", () => {
  const actions: Workflow["action"][] = [
    workflow.action,
    { type: "task", title: "Check it", text: "", dueInDays: null, assigneeId: null },
    { type: "message", title: "Look", text: "", to: { roles: ["editor"], userIds: ["user-2" as UserId] } },
    { type: "email", title: "Look", text: "Now", to: { roles: [], userIds: ["user-2" as UserId] } },
  ];
  for (const action of actions)
    expect(toDefinition(toDraft({ ...workflow, action }, ""))).toEqual({
      name: "Welcome",
      event: "blueprint.published",
      blueprintId: hall.id,
      action,
    });
});

it("sends only the webhook's id, not its host", () => {
  const webhookId = "webhook-1" as WebhookId;
  const draft = toDraft({ ...workflow, action: { type: "webhook", webhookId, host: "example.org" } }, "");
  expect(toDefinition(draft).action).toEqual({ type: "webhook", webhookId });
});

it("selects no other webhook in place of a removed one", () => {
  const removed = { ...workflow, action: { type: "webhook", webhookId: null, host: null } } as const;
  expect(toDraft(removed, "webhook-2" as WebhookId).webhookId).toBe("");
  expect(toDraft(null, "webhook-2" as WebhookId).webhookId).toBe("webhook-2");
});

it("names a blueprint that moved to another team", () => {
  const moved = toDraft({ ...workflow, blueprint: { ...hall, name: "" } }, "");
  expect(moved.blueprint).toEqual({ id: hall.id, name: "a blueprint that moved to another team" });
});

it("lets a suggested title follow the trigger, and keeps a typed one", () => {
  const draft = toDraft(null, "");
  expect(withEvent(draft, "member.joined").title).toBe("Welcome {person}");
  expect(withEvent({ ...draft, title: "Mine" }, "member.joined").title).toBe("Mine");
});

it("drops the blueprint for a trigger without one, and remembers it for the next", () => {
  const joined = withEvent(toDraft(workflow, ""), "member.joined");
  expect(toDefinition(joined).blueprintId).toBeNull();
  expect(toDefinition(withEvent(joined, "scan.ready")).blueprintId).toBe(hall.id);
});

it("names a workflow after its trigger and action if no name is typed", () => {
  const draft = { ...toDraft(null, ""), name: "  " };
  expect(toDefinition(draft).name).toBe(suggestName(draft));
  expect(suggestName(draft)).toMatch(/: create a task$/);
});
