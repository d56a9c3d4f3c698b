import type { Task } from "@blueprint/contract/tasks";
import { formatDate } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { describeDay, toDay } from "../due-day.ts";

/** For users who may only tick the task off. */
export function TaskFacts({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
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
