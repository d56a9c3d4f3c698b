import type { Task } from "@blueprint/contract/tasks";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useCreateTask } from "../tasks.queries.ts";
import { ChangeTask } from "./change-task.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { TaskForm, type TaskFormParts } from "./task-form.tsx";

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
