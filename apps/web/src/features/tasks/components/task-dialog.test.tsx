import type { BlueprintId, TaskId, UserId } from "@blueprint/contract/ids";
import { createTask, deleteTask, listTaskAnchors, type Task, updateTask } from "@blueprint/contract/tasks";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answerWith, failWith, listSent } from "../../../testing/answer-network.ts";
import { renderTeamScreen } from "../../../testing/render-team-screen.tsx";
import { TaskDialog } from "./task-dialog.tsx";

const task: Task = {
  id: "00000000-0000-4000-8000-000000000001" as TaskId,
  title: "Check the door",
  note: "",
  dueOn: null,
  assignee: { userId: "00000000-0000-4000-8000-000000000002" as UserId, name: "Ada" },
  blueprint: null,
  anchor: null,
  createdAt: "2026-11-01T00:00:00Z",
  createdBy: null,
  workflowName: null,
  doneAt: null,
  doneBy: null,
  mayEdit: true,
  mayDelete: true,
};

function open(shown: Task | "new") {
  const onClose = vi.fn();
  const { user } = renderTeamScreen(
    <TaskDialog
      task={shown}
      people={[{ userId: "user-3" as UserId, name: "Bo" }]}
      renderBlueprintChoice={(chosen, onChange) => (
        <button
          type="button"
          onClick={() => onChange(chosen === null ? { id: "blueprint-1" as BlueprintId, name: "Hall" } : null)}
        >
          {chosen?.name ?? "No blueprint"}
        </button>
      )}
      onClose={onClose}
    />,
  );
  return { user, onClose };
}

it("creates a task linked to a blueprint and one of its anchors, and closes", async () => {
  answerWith(createTask, task);
  answerWith(listTaskAnchors, { anchors: [{ id: "anchor-1", title: "Door" }] });
  const { user, onClose } = open("new");
  await user.type(screen.getByRole("textbox", { name: "Title" }), "Paint");
  await user.click(screen.getByRole("button", { name: "No blueprint" }));
  await user.click(await screen.findByRole("combobox", { name: /^Anchor/ }));
  await user.keyboard("doo{Enter}");
  await user.click(screen.getByRole("button", { name: "Create task" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(listSent(createTask)).toEqual([
    { title: "Paint", note: "", dueOn: null, assigneeId: null, blueprintId: "blueprint-1", anchorId: "anchor-1" },
  ]);
});

it("saves a change without touching the task's links", async () => {
  answerWith(updateTask, task);
  const { user, onClose } = open(task);
  await user.selectOptions(screen.getByRole("combobox", { name: "Assignee" }), "Bo");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(listSent(updateTask)).toEqual([{ title: "Check the door", note: "", dueOn: null, assigneeId: "user-3" }]);
});

it("keeps an assignee who is no longer offered", () => {
  open(task);
  expect(screen.getByRole("combobox", { name: "Assignee" })).toHaveProperty(
    "value",
    "00000000-0000-4000-8000-000000000002",
  );
});

it("deletes a task only after a question", async () => {
  answerWith(deleteTask, { deleted: true });
  const { user, onClose } = open(task);
  await user.click(screen.getByRole("button", { name: "Delete…" }));
  expect(listSent(deleteTask)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("textbox", { name: "Title" })).toHaveProperty("value", "Check the door");
  await user.click(screen.getByRole("button", { name: "Delete…" }));
  await user.click(screen.getByRole("button", { name: "Delete task" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(listSent(deleteTask)).toHaveLength(1);
});

it("offers no deletion to users who may not delete the task", () => {
  open({ ...task, mayDelete: false });
  expect(screen.queryByRole("button", { name: "Delete…" })).toBeNull();
  expect(screen.getByRole("button", { name: "Save" })).toBeDefined();
});

it("only shows the task to users who may not edit it", () => {
  open({ ...task, mayEdit: false, mayDelete: false, note: "Use the blue paint." });
  expect(screen.getByRole("dialog", { name: "Check the door" })).toBeDefined();
  expect(screen.getByText("Use the blue paint.")).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("shows a field's error at the field, and one about a link above the buttons", async () => {
  failWith(createTask, "invalid-input", { title: "Too long.", blueprintId: "That blueprint is gone." });
  const { user, onClose } = open("new");
  await user.type(screen.getByRole("textbox", { name: "Title" }), "Paint");
  await user.click(screen.getByRole("button", { name: "Create task" }));
  expect(await screen.findByText("That blueprint is gone.")).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Title", description: "Too long." })).toBeDefined();
  expect(screen.queryByText(/Nothing was changed/)).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});
