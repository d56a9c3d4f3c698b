import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { Task } from "@blueprint/contract/tasks";
import { type FormEvent, type ReactNode, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDate } from "../../../lib/format.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { describeDay, toDay } from "../due-day.ts";
import { useCreateTask, useDeleteTask, useUpdateTask } from "../tasks.queries.ts";
import { AnchorChoice } from "./anchor-choice.tsx";

export interface ChosenBlueprint {
  readonly id: BlueprintId;
  readonly name: string;
}

/** Form parts provided by other features. */
export interface TaskFormParts {
  /** Possible assignees. */
  readonly people: readonly { readonly userId: UserId; readonly name: string }[];
  readonly renderBlueprintChoice: (
    chosen: ChosenBlueprint | null,
    onChange: (chosen: ChosenBlueprint | null) => void,
  ) => ReactNode;
}

/** Creates a task, or shows one with its editable fields. */
export function TaskDialog({
  task,
  onClose,
  ...parts
}: TaskFormParts & { readonly task: Task | "new" | null; readonly onClose: () => void }) {
  const isNew = task === "new";
  const title = task === null || isNew ? "New task" : task.mayEdit ? "Edit task" : task.title;
  return (
    <Dialog open={task !== null} onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      {task === null ? null : isNew ? (
        <NewTask {...parts} onClose={onClose} />
      ) : task.mayEdit ? (
        <ChangeTask {...parts} task={task} onClose={onClose} />
      ) : (
        <TaskFacts task={task} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewTask({ onClose, ...parts }: TaskFormParts & { readonly onClose: () => void }) {
  const team = useCurrentTeam();
  const create = useCreateTask(team.teamId);
  return (
    <TaskForm
      {...parts}
      initial={null}
      error={create.error}
      isBusy={create.isPending}
      action="Create task"
      onCancel={onClose}
      onSubmit={(fields) => create.mutate(fields, { onSuccess: onClose })}
    />
  );
}

function ChangeTask({
  task,
  onClose,
  ...parts
}: TaskFormParts & { readonly task: Task; readonly onClose: () => void }) {
  const team = useCurrentTeam();
  const update = useUpdateTask(team.teamId, task.id);
  const remove = useDeleteTask(team.teamId, task.id);
  const [isAsking, setAsking] = useState(false);
  if (isAsking)
    return (
      <div className="grid gap-4">
        <p>Delete “{task.title}” permanently? You can't undo this.</p>
        {remove.error ? <Notice tone="danger">{readableError(remove.error)}</Notice> : null}
        <DialogActions>
          <Button variant="quiet" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
          >
            Delete task
          </Button>
        </DialogActions>
      </div>
    );
  return (
    <TaskForm
      {...parts}
      initial={task}
      error={update.error}
      isBusy={update.isPending}
      action="Save"
      onCancel={onClose}
      onSubmit={({ blueprintId, anchorId, ...fields }) => {
        // Untouched links are left out: one may point to something that the user can't see.
        const isSame = blueprintId === (task.blueprint?.id ?? null) && anchorId === (task.anchor?.id ?? null);
        update.mutate(isSame ? fields : { ...fields, blueprintId, anchorId }, { onSuccess: onClose });
      }}
      aside={
        task.mayDelete ? (
          <Button variant="quiet" className="sm:mr-auto" onClick={() => setAsking(true)}>
            Delete…
          </Button>
        ) : null
      }
    />
  );
}

interface TaskFormFields {
  readonly title: string;
  readonly note: string;
  readonly dueOn: string | null;
  readonly assigneeId: UserId | null;
  readonly blueprintId: BlueprintId | null;
  readonly anchorId: string | null;
}
const fieldNames = ["title", "note", "dueOn", "assigneeId", "blueprintId", "anchorId"] as const;

function TaskForm({
  initial,
  people,
  renderBlueprintChoice,
  error,
  isBusy,
  action,
  aside,
  onSubmit,
  onCancel,
}: TaskFormParts & {
  readonly initial: Task | null;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly action: string;
  readonly aside?: ReactNode;
  readonly onSubmit: (fields: TaskFormFields) => void;
  readonly onCancel: () => void;
}) {
  const [title, setTitle] = useState(initial?.title ?? "");
  const [note, setNote] = useState(initial?.note ?? "");
  const [dueOn, setDueOn] = useState(initial?.dueOn ?? "");
  const [assigneeId, setAssigneeId] = useState<string>(initial?.assignee?.userId ?? "");
  const [blueprint, setBlueprint] = useState<ChosenBlueprint | null>(initial?.blueprint ?? null);
  const [anchor, setAnchor] = useState(initial?.anchor ?? null);
  const isInField = fieldNames.some((name) => fieldError(error, name) !== undefined);
  const assignee = initial?.assignee;
  const known = people.some(({ userId }) => userId === assignee?.userId);
  const choices = assignee?.userId && !known ? [...people, { userId: assignee.userId, name: assignee.name }] : people;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({
      title,
      note,
      dueOn: dueOn === "" ? null : dueOn,
      assigneeId: assigneeId === "" ? null : (assigneeId as UserId),
      blueprintId: blueprint?.id ?? null,
      anchorId: blueprint === null ? null : (anchor?.id ?? null),
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {error && !isInField ? <Notice tone="danger">{readableError(error)}</Notice> : null}
      <TextField
        label="Title"
        required
        autoComplete="off"
        maxLength={limits.taskTitleCharactersMax}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={fieldError(error, "title")}
      />
      <TextArea
        label="Note"
        optional
        maxLength={limits.taskNoteCharactersMax}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={fieldError(error, "note")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Assignee"
          options={[
            { value: "", label: "Unassigned" },
            ...choices.map(({ userId, name }) => ({ value: userId, label: name })),
          ]}
          value={assigneeId}
          onChange={(event) => setAssigneeId(event.target.value)}
          error={fieldError(error, "assigneeId")}
        />
        <TextField
          label="Due"
          type="date"
          optional
          min="2000-01-01"
          max="2199-12-31"
          value={dueOn}
          onChange={(event) => setDueOn(event.target.value)}
          error={fieldError(error, "dueOn")}
        />
      </div>
      {renderBlueprintChoice(blueprint, (next) => {
        setBlueprint(next);
        if (next?.id !== blueprint?.id) setAnchor(null);
      })}
      {blueprint === null ? null : (
        <AnchorChoice key={blueprint.id} blueprintId={blueprint.id} chosen={anchor} onChange={setAnchor} />
      )}
      {(["blueprintId", "anchorId"] as const).map((name) => {
        const problem = fieldError(error, name);
        return problem === undefined ? null : (
          <Notice key={name} tone="danger">
            {problem}
          </Notice>
        );
      })}
      <DialogActions>
        {aside}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}

/** For users who may only tick the task off. */
function TaskFacts({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const facts: (readonly [string, string | undefined])[] = [
    ["Assignee", task.assignee?.name ?? "Unassigned"],
    ["Due", task.dueOn === null ? "No due date" : describeDay(task.dueOn, toDay(new Date())).text],
    ["Blueprint", task.blueprint?.name],
    ["Anchor", task.anchor?.title],
    ["Created", `${formatDate(task.createdAt)}${task.createdBy === null ? "" : ` by ${task.createdBy.name}`}`],
    ["By a workflow", task.workflowName ?? undefined],
  ];
  return (
    <div className="grid gap-4">
      {task.note === "" ? null : <p className="break-words whitespace-pre-line">{task.note}</p>}
      <FactList facts={facts.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]))} />
      <p className="text-caption text-ink-soft">
        Only its creator, its assignee and the team's owners and admins can edit it.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </div>
  );
}
