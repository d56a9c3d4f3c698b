import type { BlueprintId, UserId, WebhookId, WorkflowId } from "@blueprint/contract/ids";
import { createWorkflow, updateWorkflow, type Workflow } from "@blueprint/contract/workflows";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answerWith, failWith, listSent } from "../../../testing/answer-network.ts";
import { renderTeamScreen } from "../../../testing/render-team-screen.tsx";
import { WorkflowDialog } from "./workflow-dialog.tsx";
import type { WorkflowFormParts } from "./workflow-form.tsx";

const saved: Workflow = {
  id: "00000000-0000-4000-8000-000000000001" as WorkflowId,
  name: "Welcome",
  event: "member.joined",
  blueprint: null,
  action: { type: "message", title: "Welcome {person}", text: "", to: { roles: ["admin"], userIds: [] } },
  isEnabled: true,
  createdAt: "2026-11-01T00:00:00Z",
  lastRun: null,
};
const webhook = { id: "webhook-1" as WebhookId, url: "https://example.org/hook" };

function open(workflow: Workflow | "new", webhooks: WorkflowFormParts["webhooks"] = [webhook]) {
  const onClose = vi.fn();
  const { user } = renderTeamScreen(
    <WorkflowDialog
      workflow={workflow}
      people={[{ userId: "user-2" as UserId, name: "Ada" }]}
      webhooks={webhooks}
      renderBlueprintChoice={(chosen, onChange) => (
        <button type="button" onClick={() => onChange({ id: "blueprint-1" as BlueprintId, name: "Hall" })}>
          {chosen?.name ?? "Any blueprint"}
        </button>
      )}
      onClose={onClose}
    />,
  );
  return { user, onClose };
}

it("creates a workflow with the chosen trigger, blueprint and action, and closes", async () => {
  answerWith(createWorkflow, saved);
  const { user, onClose } = open("new");
  await user.click(screen.getByRole("button", { name: "Any blueprint" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Assignee" }), "Ada");
  await user.type(screen.getByRole("spinbutton", { name: /Due after/ }), "3");
  await user.click(screen.getByRole("button", { name: "Create workflow" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(listSent(createWorkflow)).toMatchObject([
    {
      definition: {
        event: "scan.ready",
        blueprintId: "blueprint-1",
        action: { type: "task", title: "Look at {blueprint}", dueInDays: 3, assigneeId: "user-2" },
      },
    },
  ]);
});

it("keeps what was typed when the action changes", async () => {
  const { user } = open("new");
  const title = () => screen.getByRole("textbox", { name: /^(Title|Subject)/ });
  await user.clear(title());
  await user.type(title(), "Mine");
  await user.click(screen.getByRole("radio", { name: /Call a webhook/ }));
  expect(screen.queryByRole("textbox", { name: /^(Title|Subject)/ })).toBeNull();
  await user.click(screen.getByRole("radio", { name: /Send an email/ }));
  expect(title()).toHaveProperty("value", "Mine");
});

it("offers a blueprint only for triggers with one, and the placeholders of the trigger", async () => {
  const { user } = open("new");
  await user.selectOptions(screen.getByRole("combobox", { name: "When" }), "member.joined");
  expect(screen.queryByRole("button", { name: "Any blueprint" })).toBeNull();
  expect(screen.getByText("You can use: {person} {role} {team}")).toBeDefined();
});

it("saves changed recipients of a workflow", async () => {
  answerWith(updateWorkflow, saved);
  const { user, onClose } = open(saved);
  await user.click(within(screen.getByRole("group", { name: "To all" })).getByRole("checkbox", { name: "Owners" }));
  await user.click(screen.getByRole("checkbox", { name: "Ada" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(listSent(updateWorkflow)).toMatchObject([
    { definition: { name: "Welcome", action: { to: { roles: ["owner", "admin"], userIds: ["user-2"] } } } },
  ]);
});

it("shows a field's error at the field and any other above the form, and stays open", async () => {
  failWith(createWorkflow, "invalid-input", { "definition.action.title": "This trigger has no {guest}." });
  const { user, onClose } = open("new");
  await user.click(screen.getByRole("button", { name: "Create workflow" }));
  const text = await screen.findByText("This trigger has no {guest}.");
  expect(screen.getByRole("textbox", { name: "Title", description: /no \{guest\}/ })).toBeDefined();
  expect(text).toBeDefined();
  expect(screen.queryByText(/Nothing was changed/)).toBeNull();
  failWith(createWorkflow, "workflows-too-many");
  await user.click(screen.getByRole("button", { name: "Create workflow" }));
  await waitFor(() => expect(screen.queryByText("This trigger has no {guest}.")).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
});

it("leads to the settings if the team has no webhook to call", async () => {
  const { user } = open("new", []);
  await user.click(screen.getByRole("radio", { name: /Call a webhook/ }));
  expect(screen.getByRole("link", { name: "Add webhook" }).getAttribute("href")).toBe("/settings?section=webhooks");
  expect(screen.getByRole("button", { name: "Create workflow" })).toHaveProperty("disabled", true);
});

it("asks for another webhook in place of a removed one", () => {
  open({ ...saved, action: { type: "webhook", webhookId: null, host: null } });
  const choice = screen.getByRole("combobox", { name: "Webhook" });
  expect(within(choice).getByRole("option", { name: "Choose one" })).toHaveProperty("selected", true);
});
