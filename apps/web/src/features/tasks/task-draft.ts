import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import type { Task } from "@blueprint/contract/tasks";

export interface ChosenBlueprint {
  readonly id: BlueprintId;
  readonly name: string;
}

export interface Assignee {
  readonly userId: UserId;
  readonly name: string;
}

/** What the form contains. */
export interface TaskDraft {
  readonly title: string;
  readonly note: string;
  /** Empty for none. */
  readonly dueOn: string;
  /** Empty if unassigned. */
  readonly assigneeId: string;
  readonly blueprint: ChosenBlueprint | null;
  readonly anchor: Task["anchor"];
}

export interface TaskFields {
  readonly title: string;
  readonly note: string;
  readonly dueOn: string | null;
  readonly assigneeId: UserId | null;
  readonly blueprintId: BlueprintId | null;
  readonly anchorId: string | null;
}

export function toDraft(task: Task | null): TaskDraft {
  return {
    title: task?.title ?? "",
    note: task?.note ?? "",
    dueOn: task?.dueOn ?? "",
    assigneeId: task?.assignee?.userId ?? "",
    blueprint: task?.blueprint ?? null,
    anchor: task?.anchor ?? null,
  };
}

/** Links another blueprint. An anchor belongs to one blueprint, so its link goes with the old one. */
export function withBlueprint(draft: TaskDraft, blueprint: ChosenBlueprint | null): TaskDraft {
  return { ...draft, blueprint, anchor: blueprint?.id === draft.blueprint?.id ? draft.anchor : null };
}

export function toFields({ title, note, dueOn, assigneeId, blueprint, anchor }: TaskDraft): TaskFields {
  return {
    title,
    note,
    dueOn: dueOn === "" ? null : dueOn,
    assigneeId: assigneeId === "" ? null : (assigneeId as UserId),
    blueprintId: blueprint?.id ?? null,
    anchorId: blueprint === null ? null : (anchor?.id ?? null),
  };
}

/** The request that changes a task. Untouched links are left out: one may point to something that the user can't see. */
export function toChange(
  task: Task,
  { blueprintId, anchorId, ...fields }: TaskFields,
): Omit<TaskFields, "blueprintId" | "anchorId"> | TaskFields {
  const isSame = blueprintId === (task.blueprint?.id ?? null) && anchorId === (task.anchor?.id ?? null);
  return isSame ? fields : { ...fields, blueprintId, anchorId };
}

/** The possible assignees, including the present one if they are no longer among them. */
export function listAssignees(people: readonly Assignee[], task: Task | null): readonly Assignee[] {
  const assignee = task?.assignee ?? null;
  const isListed = people.some(({ userId }) => userId === assignee?.userId);
  return assignee?.userId && !isListed ? [...people, { userId: assignee.userId, name: assignee.name }] : people;
}
