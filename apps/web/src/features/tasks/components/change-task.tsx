import type { Task } from "@blueprint/contract/tasks";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toChange } from "../task-draft.ts";
import { useDeleteTask, useUpdateTask } from "../tasks.queries.ts";
import { TaskForm, type TaskFormParts } from "./task-form.tsx";

/** Edits a task, or deletes it after a question. */
export function ChangeTask({
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
      onSubmit={(fields) => update.mutate(toChange(task, fields), { onSuccess: onClose })}
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
