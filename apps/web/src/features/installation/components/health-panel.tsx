import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatAmount, formatBytes, formatCount, formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { healthQuery, useFindOrphans } from "../installation.queries.ts";
import { FailedJobs } from "./failed-jobs.tsx";

/** Below this much free disk space, one large scan may fill the disk. */
const fewBytesFree = 20_000_000_000;

/** Status of jobs and storage, polled every few seconds. */
export function HealthPanel() {
  const health = useQuery(healthQuery);
  const orphans = useFindOrphans();
  if (health.isPending) return <Skeleton className="h-64" />;
  if (health.data === undefined) return <LoadFailure query={health} />;
  const { jobs, servers, storage } = health.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <section aria-labelledby="job-health" className="grid gap-3">
        <h3 id="job-health" className="font-strong">
          Jobs
        </h3>
        <p className="text-ink-soft">
          {servers.length === 0
            ? "No server is running jobs. New jobs are waiting."
            : `${formatAmount(servers.length, "server")} running jobs, since ${formatDateTime(servers[0]?.startedAt ?? "")}.`}
        </p>
        {jobs.length === 0 ? (
          <p className="border border-line bg-sheet px-4 py-4 text-ink-soft">No waiting, running or failed jobs.</p>
        ) : (
          <section
            aria-label="Jobs by name"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            tabIndex={0}
            className="overflow-x-auto border border-line bg-sheet"
          >
            <table className="w-full text-left">
              <caption className="sr-only">Jobs by name and state</caption>
              <thead className="border-b border-line text-caption text-ink-soft">
                <tr>
                  <Head>Job</Head>
                  <Head isNumber>Waiting</Head>
                  <Head isNumber>Scheduled</Head>
                  <Head isNumber>Running</Head>
                  <Head isNumber>Failed</Head>
                  <Head>Waiting since</Head>
                </tr>
              </thead>
              <tbody className="divide-y divide-hairline">
                {jobs.map((job) => (
                  <tr key={job.name}>
                    <th scope="row" className="px-4 py-2 font-mono text-caption font-regular whitespace-nowrap">
                      {job.name}
                    </th>
                    {[job.waiting, job.planned, job.running, job.failed].map((count, column) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places.
                      <td key={column} className="px-4 py-2 text-right font-mono text-caption">
                        {formatCount(count)}
                      </td>
                    ))}
                    <td className="px-4 py-2 font-mono text-caption whitespace-nowrap">
                      {job.oldestWaitingSince === null ? "–" : formatDateTime(job.oldestWaitingSince)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <FailedJobs />
      </section>
      <section aria-labelledby="storage-health" className="grid gap-3">
        <h3 id="storage-health" className="font-strong">
          Storage
        </h3>
        {storage.diskFreeBytes < fewBytesFree ? (
          <Notice tone="attention">
            Only {formatBytes(storage.diskFreeBytes)} are free on the server's disk. Uploads stop when it's full.
            Confirmed data is kept.
          </Notice>
        ) : null}
        <dl className="divide-y divide-hairline border border-line bg-sheet">
          <Fact name="Stored in">{storage.driver === "disk" ? "The server's data folder" : "An S3 bucket"}</Fact>
          <Fact name="Uploaded files">{formatBytes(storage.uploadedBytes)}</Fact>
          <Fact name="Converted files">{formatBytes(storage.convertedBytes)}</Fact>
          <Fact name="Unfinished uploads">
            {formatCount(storage.unfinishedUploads)}, {formatBytes(storage.unfinishedBytes)} arrived
          </Fact>
          <Fact name="Free on the server's disk">
            {formatBytes(storage.diskFreeBytes)} of {formatBytes(storage.diskBytes)}
          </Fact>
          <Fact name="Unreferenced files">
            {orphans.data === undefined ? (
              <Button size="small" busy={orphans.isPending} onClick={() => orphans.mutate()}>
                Check
              </Button>
            ) : (
              <span role="status">
                {formatCount(orphans.data.orphanedObjects)}, {formatBytes(orphans.data.orphanedBytes)}, of{" "}
                {formatAmount(orphans.data.objects, "file")}
                {orphans.data.isComplete ? "" : " checked; there are more"}
              </span>
            )}
          </Fact>
        </dl>
        {orphans.error ? <Notice tone="danger">{readableError(orphans.error)}</Notice> : null}
      </section>
    </div>
  );
}

function Head({ children, isNumber = false }: { readonly children: ReactNode; readonly isNumber?: boolean }) {
  return (
    <th scope="col" className={`px-4 py-2 font-regular whitespace-nowrap ${isNumber ? "text-right" : ""}`}>
      {children}
    </th>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-mono text-caption">{children}</dd>
    </div>
  );
}
