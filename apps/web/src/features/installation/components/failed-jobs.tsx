import { useQuery } from "@tanstack/react-query";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { failedJobsQuery, useDecideJob } from "../installation.queries.ts";

/** Failed jobs with their causes and actions. */
export function FailedJobs() {
  const failed = useQuery(failedJobsQuery);
  const decide = useDecideJob();
  const isBusy = (jobId: string, decision: "retry" | "discard") =>
    decide.isPending && decide.variables.jobId === jobId && decide.variables.decision === decision;
  if (failed.data === undefined || failed.data.jobs.length === 0) return null;
  return (
    <div className="grid gap-3">
      {decide.error ? <Notice tone="danger">{readableError(decide.error)}</Notice> : null}
      <ul aria-label="Failed jobs" className="divide-y divide-hairline border border-line bg-sheet">
        {failed.data.jobs.map((job) => (
          <li key={job.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
            <div className="grid min-w-0 gap-0.5">
              <h4 className="font-mono text-caption">{job.name}</h4>
              <p className="break-words text-danger">{job.error}</p>
              <p className="text-caption text-ink-soft">
                Given up {formatDateTime(job.failedAt)} after {formatAmount(job.attempts, "try", "tries")}
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                size="small"
                aria-label={`Try ${job.name} again`}
                busy={isBusy(job.id, "retry")}
                onClick={() => decide.mutate({ jobId: job.id, decision: "retry" })}
              >
                Try again
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Discard ${job.name}`}
                busy={isBusy(job.id, "discard")}
                onClick={() => decide.mutate({ jobId: job.id, decision: "discard" })}
              >
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
