import type { Task } from "@blueprint/contract/tasks";
import { Link } from "@tanstack/react-router";
import { classNames } from "../../../lib/class-names.ts";
import { complain } from "../../../lib/complain.ts";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDate } from "../../../lib/format.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { describeDay, toDay } from "../due-day.ts";
import { useCompleteTask } from "../tasks.queries.ts";

/** A task in the list, to tick off or open. */
export function TaskRow({
  task,
  mayWrite,
  onOpen,
  onGone,
}: {
  readonly task: Task;
  readonly mayWrite: boolean;
  readonly onOpen: () => void;
  /** Called when the task leaves its list. */
  readonly onGone: () => void;
}) {
  const team = useCurrentTeam();
  const complete = useCompleteTask(team.teamId);
  const isDone = complete.isPending ? complete.variables.isDone : task.doneAt !== null;
  const say = (title: string, undo: boolean) =>
    toasts.add({
      title,
      action: { label: "Undo", run: () => complete.mutate({ taskId: task.id, isDone: undo }) },
    });
  const mark = (next: boolean) =>
    runMutation(
      complete,
      { taskId: task.id, isDone: next },
      {
        onSuccess: () => {
          say(next ? `“${task.title}” is done` : `“${task.title}” reopened`, !next);
          onGone();
        },
        onError: (error) => complain("Couldn't update the task", error),
      },
    );
  return (
    <div className="flex items-start gap-1 pr-4 pl-1.5">
      <label className="grid size-10 shrink-0 cursor-pointer place-items-center pointer-coarse:size-11">
        <span className="sr-only">Done: {task.title}</span>
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isDone}
          disabled={!mayWrite}
          onChange={(event) => mark(event.target.checked)}
        />
      </label>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <div className="grid min-w-0 gap-0.5">
          <button
            type="button"
            onClick={onOpen}
            className={classNames(
              "min-h-6 min-w-0 text-left break-words hover:text-accent hover:underline hover:underline-offset-2",
              isDone ? "text-ink-soft line-through" : "font-strong",
            )}
          >
            {task.title}
          </button>
          <Origin task={task} />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          {task.assignee === null ? null : <span className="break-words">{task.assignee.name}</span>}
          <When task={task} />
        </div>
      </div>
    </div>
  );
}

function When({ task }: { readonly task: Task }) {
  if (task.doneAt !== null)
    return (
      <span className="text-caption">
        Done {formatDate(task.doneAt)}
        {task.doneBy === null ? "" : ` by ${task.doneBy.name}`}
      </span>
    );
  if (task.dueOn === null) return null;
  const { text, isOverdue } = describeDay(task.dueOn, toDay(new Date()));
  return isOverdue ? <Badge tone="attention">{text}</Badge> : <span className="text-caption">{text}</span>;
}

/** The task's subject, and the workflow that created it. */
function Origin({ task: { blueprint, anchor, workflowName } }: { readonly task: Task }) {
  if (blueprint === null && workflowName === null) return null;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-caption text-ink-soft">
      {blueprint === null ? null : (
        <Link
          to="/blueprint-editor/{-$id}"
          params={{ id: blueprint.id }}
          {...(anchor === null ? {} : { hash: `anchor=${anchor.id}` })}
          className="inline-flex min-h-6 items-center break-words text-accent underline underline-offset-2"
        >
          {anchor === null ? blueprint.name : `${blueprint.name}, ${anchor.title === "" ? "an anchor" : anchor.title}`}
        </Link>
      )}
      {workflowName === null ? null : <span className="break-words">by the workflow {workflowName}</span>}
    </p>
  );
}
