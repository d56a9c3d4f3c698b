import type { BlueprintId, TaskId, UserId } from "@blueprint/contract/ids";
import type { Task } from "@blueprint/contract/tasks";
import { expect, it } from "vitest";
import { listAssignees, toChange, toDraft, toFields, withBlueprint } from "./task-draft.ts";

const ada = { userId: "user-2" as UserId, name: "Ada" };
const hall = { id: "blueprint-1" as BlueprintId, name: "Hall" };
const task: Task = {
  id: "task-1" as TaskId,
  title: "Check the door",
  note: "",
  dueOn: "2026-11-30",
  assignee: ada,
  blueprint: hall,
  anchor: { id: "anchor-1", title: "Door" },
  createdAt: "2026-11-01T00:00:00Z",
  createdBy: null,
  workflowName: null,
  doneAt: null,
  doneBy: null,
  mayEdit: true,
  mayDelete: true,
};

it("leaves everything optional of a new task empty", () => {
  expect(toFields({ ...toDraft(null), title: "New" })).toEqual({
    title: "New",
    note: "",
    dueOn: null,
    assigneeId: null,
    blueprintId: null,
    anchorId: null,
  });
});

it("leaves untouched links out of a change", () => {
  const change = toChange(task, toFields({ ...toDraft(task), title: "Check the lock" }));
  expect(change).toEqual({ title: "Check the lock", note: "", dueOn: "2026-11-30", assigneeId: "user-2" });
});

it("sends both links if one changed", () => {
  const change = toChange(task, toFields({ ...toDraft(task), anchor: null }));
  expect(change).toMatchObject({ blueprintId: hall.id, anchorId: null });
});

it("unlinks the anchor with its blueprint", () => {
  expect(withBlueprint(toDraft(task), { id: "blueprint-2" as BlueprintId, name: "Tower" }).anchor).toBeNull();
  expect(withBlueprint(toDraft(task), null).anchor).toBeNull();
  expect(withBlueprint(toDraft(task), { ...hall }).anchor).toEqual(task.anchor);
});

it("still offers an assignee who can't be chosen anew", () => {
  const bo = { userId: "user-3" as UserId, name: "Bo" };
  expect(listAssignees([bo], task)).toEqual([bo, ada]);
  expect(listAssignees([bo, ada], task)).toEqual([bo, ada]);
  expect(listAssignees([bo], null)).toEqual([bo]);
});
