import { limits } from "@blueprint/contract/limits";
import type { Task } from "@blueprint/contract/tasks";
import { type FormEvent, type ReactNode, useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import {
  type Assignee,
  type ChosenBlueprint,
  listAssignees,
  type TaskDraft,
  type TaskFields,
  toDraft,
  toFields,
  withBlueprint,
} from "../task-draft.ts";
import { AnchorChoice } from "./anchor-choice.tsx";

/** Form parts provided by other features. */
export interface TaskFormParts {
  /** Possible assignees. */
  readonly people: readonly Assignee[];
  readonly renderBlueprintChoice: (
    chosen: ChosenBlueprint | null,
    onChange: (chosen: ChosenBlueprint | null) => void,
  ) => ReactNode;
}

const fieldNames = ["title", "note", "dueOn", "assigneeId", "blueprintId", "anchorId"] as const;

/** The editable fields of a task. */
export function TaskForm({
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
  readonly onSubmit: (fields: TaskFields) => void;
  readonly onCancel: () => void;
}) {
  const [draft, setDraft] = useState(() => toDraft(initial));
  const change = (part: Partial<TaskDraft>) => setDraft((before) => ({ ...before, ...part }));
  const isInField = fieldNames.some((name) => fieldError(error, name) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(toFields(draft));
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {error && !isInField ? <Notice tone="danger">{readableError(error)}</Notice> : null}
      <TextField
        label="Title"
        required
        autoComplete="off"
        maxLength={limits.taskTitleCharactersMax}
        value={draft.title}
        onChange={({ target }) => change({ title: target.value })}
        error={fieldError(error, "title")}
      />
      <TextArea
        label="Note"
        optional
        maxLength={limits.taskNoteCharactersMax}
        value={draft.note}
        onChange={({ target }) => change({ note: target.value })}
        error={fieldError(error, "note")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Assignee"
          options={[
            { value: "", label: "Unassigned" },
            ...listAssignees(people, initial).map(({ userId, name }) => ({ value: userId, label: name })),
          ]}
          value={draft.assigneeId}
          onChange={({ target }) => change({ assigneeId: target.value })}
          error={fieldError(error, "assigneeId")}
        />
        <TextField
          label="Due"
          type="date"
          optional
          min="2000-01-01"
          max="2199-12-31"
          value={draft.dueOn}
          onChange={({ target }) => change({ dueOn: target.value })}
          error={fieldError(error, "dueOn")}
        />
      </div>
      {renderBlueprintChoice(draft.blueprint, (next) => setDraft((before) => withBlueprint(before, next)))}
      {draft.blueprint === null ? null : (
        <AnchorChoice
          key={draft.blueprint.id}
          blueprintId={draft.blueprint.id}
          chosen={draft.anchor}
          onChange={(anchor) => change({ anchor })}
        />
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
