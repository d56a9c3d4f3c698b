import type { WorkflowId } from "@blueprint/contract/ids";
import { teamEventWords } from "@blueprint/contract/webhooks";
import type { WorkflowRun } from "@blueprint/contract/workflows";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { PagedList } from "../../../ui/paged-list.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { deliveryWords, runStates } from "../workflow-words.ts";
import { runsQuery } from "../workflows.queries.ts";

/** A workflow's runs, and why some did nothing. */
export function RunLog({ workflowId }: { readonly workflowId: WorkflowId }) {
  const team = useCurrentTeam();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 py-3">
      <PagedList
        list={useInfiniteQuery(runsQuery(team.teamId, workflowId))}
        toItems={(page) => page.runs}
        toKey={({ id }) => id}
        renderItem={(run) => <RunRow run={run} />}
        renderTotal={(total) => (
          <p role="status" className="text-caption text-ink-soft">
            {formatAmount(total, "run")} in the last 30 days
          </p>
        )}
        pending={<Skeleton className="h-16" />}
        nothing={
          <p role="status" className="text-ink-soft">
            It hasn't run yet. Run a test to see what it does.
          </p>
        }
        listClass="divide-y divide-hairline border border-hairline"
      />
    </div>
  );
}

function RunRow({ run }: { readonly run: WorkflowRun }) {
  const { tone, label } = runStates[run.state];
  return (
    <div className="grid gap-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        {run.isTest ? <Badge>Test</Badge> : null}
        <span className="text-caption">{teamEventWords[run.event]}</span>
        <span className="ml-auto font-mono text-caption text-ink-soft">{formatDateTime(run.at)}</span>
      </div>
      <p className="break-words text-pretty text-ink-soft">
        {run.state === "waiting" ? "Waiting in the queue." : run.result}
        {run.delivery === null ? "" : ` ${deliveryWords[run.delivery]}`}
      </p>
    </div>
  );
}
