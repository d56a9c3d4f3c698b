import { statfs } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { scanStates } from "@blueprint/contract/scans";
import { answerWithin } from "../../platform/answer-within.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Metrics } from "../../platform/metrics/metrics.ts";
import { countJobs } from "./installation.repository.ts";
import { countScans, countUploadsInProgress } from "./metrics.repository.ts";

/** A scrape is due every few seconds: figures that come later are no use. */
const databaseAnswersWithinMs = 3_000;
const delayResolutionMs = 10;
const mailTask = "send-mail";

/** What the process itself knows, without the database. */
export interface OpenCounts {
  documents: number;
  sockets: number;
}

/** Reads every figure that is not counted as it happens. @returns a function that answers one scrape */
export function createScrape(
  context: AppContext,
  metrics: Metrics,
  countOpen: () => OpenCounts,
): () => Promise<{ contentType: string; body: string }> {
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
  let cpuBefore = 0;
  const readProcess = async () => {
    for (const quantile of [0.5, 0.99, 1])
      metrics.eventLoopDelay.set({ quantile }, toDelaySeconds(delay.percentile(quantile * 100)));
    delay.reset();
    const { user, system } = process.cpuUsage();
    metrics.cpuSeconds.inc((user + system - cpuBefore) / 1e6);
    cpuBefore = user + system;
    const { rss, heapUsed } = process.memoryUsage();
    metrics.residentBytes.set(rss);
    metrics.heapBytes.set(heapUsed);
    const { totalCount, idleCount, waitingCount } = context.sql.pool;
    metrics.databaseConnections.set({ state: "in_use" }, totalCount - idleCount);
    metrics.databaseConnections.set({ state: "idle" }, idleCount);
    metrics.databaseWaiting.set(waitingCount);
    const { documents, sockets } = countOpen();
    metrics.openDocuments.set(documents);
    metrics.openSockets.set(sockets);
    const disk = await statfs(context.config.dataDir);
    metrics.diskFreeBytes.set(disk.bavail * disk.bsize);
  };
  return async () => {
    await readProcess();
    try {
      await answerWithin(databaseAnswersWithinMs, readDatabase(context, metrics));
      metrics.databaseUp.set(1);
    } catch (error) {
      context.log.warn({ err: error }, "the database did not answer a scrape of the metrics");
      // Figures of before would look as if all were well.
      const { jobs, oldestJobSeconds, mails, scans, uploads, uploadBytes } = metrics;
      for (const gauge of [jobs, oldestJobSeconds, mails, scans]) gauge.reset();
      for (const gauge of [uploads, uploadBytes]) gauge.set(Number.NaN);
      metrics.databaseUp.set(0);
    }
    return { contentType: metrics.registry.contentType, body: await metrics.registry.metrics() };
  };
}

/** The timer's own interval is part of what is measured. */
function toDelaySeconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - delayResolutionMs) / 1e3;
}

async function readDatabase({ db, clock }: AppContext, metrics: Metrics): Promise<void> {
  const now = clock.now();
  const [jobs, scans, uploads] = await Promise.all([countJobs(db, now), countScans(db), countUploadsInProgress(db)]);
  metrics.jobs.reset();
  metrics.oldestJobSeconds.reset();
  for (const { name: task, waiting, planned, running, failed, oldestWaitingSince } of jobs) {
    for (const [state, value] of Object.entries({ waiting, planned, running, failed }))
      metrics.jobs.set({ task, state }, value);
    const waitedMs = oldestWaitingSince === null ? 0 : now.getTime() - oldestWaitingSince.getTime();
    metrics.oldestJobSeconds.set({ task }, waitedMs / 1_000);
  }
  const mail = jobs.find(({ name }) => name === mailTask);
  metrics.mails.set({ state: "waiting" }, (mail?.waiting ?? 0) + (mail?.planned ?? 0) + (mail?.running ?? 0));
  metrics.mails.set({ state: "failed" }, mail?.failed ?? 0);
  for (const state of scanStates) metrics.scans.set({ state }, scans.find((row) => row.state === state)?.scans ?? 0);
  metrics.uploads.set(uploads.uploads);
  metrics.uploadBytes.set(uploads.bytes);
}
