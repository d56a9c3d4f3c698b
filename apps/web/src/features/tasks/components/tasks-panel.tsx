import type { Task, TaskFilter } from "@blueprint/contract/tasks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount, formatCount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { PagedList } from "../../../ui/paged-list.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { tasksQuery } from "../tasks.queries.ts";
import { TaskDialog } from "./task-dialog.tsx";
import type { TaskFormParts } from "./task-form.tsx";
import { TaskRow } from "./task-row.tsx";

const filters = [
  { value: "open", label: "Open" },
  { value: "mine", label: "Mine" },
  { value: "done", label: "Done" },
] as const;
const nothing: Record<TaskFilter, string> = {
  open: "No open tasks. Add one, or let a workflow create it.",
  mine: "No open tasks are assigned to you.",
  done: "No completed tasks yet.",
};

/** The team's open and completed tasks. */
export function TasksPanel({
  filter,
  onFilter,
  ...parts
}: TaskFormParts & { readonly filter: TaskFilter; readonly onFilter: (filter: TaskFilter) => void }) {
  const team = useCurrentTeam();
  const list = useInfiniteQuery(tasksQuery(team.teamId, filter));
  const [open, setOpen] = useState<Task | "new" | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const counts = list.data?.pages.at(-1)?.counts;
  const mayWrite = team.visitEndsAt === undefined;
  const make = (
    <Button onClick={() => setOpen("new")}>
      <Plus aria-hidden="true" strokeWidth={1.5} />
      New task
    </Button>
  );
  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-3 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label="Which tasks"
          value={filter}
          onChange={onFilter}
          segments={filters.map(({ value, label }) => ({
            value,
            label: counts === undefined ? label : `${label} ${formatCount(counts[value])}`,
          }))}
        />
        {mayWrite ? make : null}
      </div>
      <PagedList
        list={list}
        toItems={(page) => page.tasks}
        toKey={({ id }) => id}
        renderItem={(task) => (
          // Keeps keyboard focus in the list after a ticked-off task leaves it.
          <TaskRow task={task} mayWrite={mayWrite} onOpen={() => setOpen(task)} onGone={() => top.current?.focus()} />
        )}
        renderTotal={(total) => (
          <p role="status" className="sr-only">
            {formatAmount(total, "task")}
          </p>
        )}
        pending={<Skeleton className="h-32" />}
        nothing={
          <p role="status" className="border border-line bg-sheet px-4 py-4 text-ink-soft text-pretty">
            {nothing[filter]}
          </p>
        }
        listClass="divide-y divide-hairline border border-line bg-sheet"
      />
      <TaskDialog
        {...parts}
        task={open}
        onClose={() => {
          setOpen(null);
        }}
      />
    </div>
  );
}
