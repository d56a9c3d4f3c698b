import { setTimeout as wait } from "node:timers/promises";
import { type Job, type Runner, type RunnerOptions, run, type TaskList, Logger as WorkerLogger } from "graphile-worker";
import pg from "pg";
import { toPoolOptions } from "../../db/connection.ts";
import type { AppContext } from "../app-context.ts";
import { toSafeError } from "../safe-error.ts";
import type { Tracing } from "../tracing/tracing.ts";
import {
  type EndedLease,
  type Lease,
  recordHeartbeat,
  releaseExpiredLeases,
  removeHeartbeat,
  renewLeases,
  settleLeases,
} from "./job-leases.ts";
import type { JobName, JobPayloads } from "./job-queue.ts";

/** One listens for new jobs, one works. */
const connectionsPerWorker = 2;
const heartbeatEveryMs = 2_000;
/** Timeout of a heartbeat's queries, after which they are repeated: leases must be renewed in time. */
const heartbeatQueryMs = 2_000;
const pauseBeforeNewWorkerMs = 2_000;

/** One try of a job. */
export interface JobRun {
  /** The same in every try; unique among all jobs of this and other installations. */
  id: string;
  /** Aborted when this server stops, and when the job went to another server because this one seemed dead. */
  signal: AbortSignal;
  isLastAttempt: boolean;
}

export type JobHandlers = {
  [Name in JobName]?: (payload: JobPayloads[Name], job: JobRun) => Promise<void>;
};

/** Jobs that share workers. Long jobs have their own group, so that a mail never waits for a conversion. */
export interface JobGroup {
  handlers: JobHandlers;
  workers: number;
  /** Jobs without a payload that run on a schedule: minute, hour, day, month, weekday in UTC. */
  schedule?: { job: JobName; at: string }[];
}

export interface JobRunner {
  stop(): Promise<void>;
}

interface RunningJob extends Lease {
  abort: AbortController;
}

/** Runs jobs in this server. Other servers take over a killed server's jobs within seconds, see job-leases.ts. */
export async function startJobRunner(
  context: Pick<AppContext, "connection" | "ids" | "log" | "tracing"> & { serverId?: string | undefined },
  groups: readonly JobGroup[],
): Promise<JobRunner> {
  const { log, serverId = context.ids.uuid() } = context;
  const onConnectionError = (error: Error) => log.warn({ err: error }, "a connection of the job queue was lost");
  // Our own pool: the library's keeps closing after its runner reports that it has stopped.
  const connectionsMax = connectionsPerWorker * groups.reduce((sum, { workers }) => sum + workers, 0);
  const pool = new pg.Pool({ ...toPoolOptions(context.connection), max: connectionsMax });
  // Separate connections: a heartbeat never waits for other work.
  const heartPool = new pg.Pool({
    ...toPoolOptions(context.connection),
    max: 1,
    connectionTimeoutMillis: heartbeatQueryMs,
    statement_timeout: heartbeatQueryMs,
    // The database gives up first, unless it cannot be reached at all.
    query_timeout: 2 * heartbeatQueryMs,
  });
  for (const one of [pool, heartPool]) {
    // The pool replaces a lost connection; without a listener the error would end the process.
    one.on("error", onConnectionError);
    one.on("connect", (client) => client.on("error", onConnectionError));
  }

  const stopping = new AbortController();
  const running = new Set<RunningJob>();
  /** Kept for two heartbeats: their outcome may not have been recorded. */
  let justEnded: EndedLease[] = [];
  let startedAt: Date | null = null;
  const settle = async (ended: readonly EndedLease[]) => {
    await settleLeases(heartPool, ended);
    justEnded = justEnded.filter((one) => !ended.includes(one));
  };
  let endedBefore: EndedLease[] = [];
  const beat = async () => {
    const begun = [...running];
    const kept = await renewLeases(heartPool, begun);
    for (const job of begun) {
      // A job that ended meanwhile is gone as well.
      if (kept.has(job) || !running.has(job)) continue;
      log.warn({ jobId: job.jobId }, "another server has taken a job over; it is stopped here");
      job.abort.abort(new Error("Another server has taken this job over."));
    }
    // Those of the last beat: the library had time to record them itself.
    await settle(endedBefore);
    endedBefore = [...justEnded];
    const { wasUnknown } = await recordHeartbeat(heartPool, serverId, startedAt);
    if (wasUnknown) log.warn("this server was silent for so long that others took it for dead");
    const released = await releaseExpiredLeases(heartPool, serverId);
    if (released > 0) log.warn({ jobs: released }, "released the jobs of servers that died");
  };

  const runners = new Set<Runner>();
  const startWorker = async (group: JobGroup): Promise<void> => {
    const runner = await run(toRunnerOptions(group));
    if (stopping.signal.aborted) return await runner.stop();
    runners.add(runner);
    // Without its workers a server would silently do nothing.
    void runner.promise
      .catch((error: unknown) => log.error({ err: error }, "a worker of the job queue ended"))
      .finally(async () => {
        runners.delete(runner);
        while (!stopping.signal.aborted) {
          await wait(pauseBeforeNewWorkerMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
          if (stopping.signal.aborted) return;
          try {
            return await startWorker(group);
          } catch (error) {
            log.error({ err: error }, "a worker of the job queue could not be started");
          }
        }
      });
  };
  const toRunnerOptions = ({ handlers, schedule = [] }: JobGroup): RunnerOptions => ({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: toTaskList(handlers, begin, context.tracing),
    // Every worker may have the schedule: the database keeps each due job unique.
    crontab: schedule.map(({ job, at }) => `${at} ${job}`).join("\n"),
    // Without an explicit delay, a lost connection here makes the library end the whole process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(
      () => (level, message) => log[level === "warning" ? "warn" : level === "info" ? "debug" : level](message),
    ),
  });
  const begin = ({ id: jobId, locked_by, attempts }: Job): BegunJob => {
    const lease: Lease = { jobId, poolId: locked_by ?? "", attempts };
    const job: RunningJob = { ...lease, abort: new AbortController() };
    running.add(job);
    if (stopping.signal.aborted) job.abort.abort(stopping.signal.reason);
    return {
      signal: job.abort.signal,
      end: (failure) => {
        running.delete(job);
        justEnded.push({ ...lease, failure });
      },
    };
  };

  const ended = new AbortController();
  let beating: Promise<void> = Promise.resolve();
  const stop = async () => {
    stopping.abort(new Error("The server is stopping."));
    for (const { abort } of running) abort.abort(stopping.signal.reason);
    // Heartbeats continue until the last job has ended: it may take longer than a lease.
    await Promise.all([...runners].map((runner) => runner.stop()));
    ended.abort();
    await beating;
    try {
      await settle(justEnded);
      await removeHeartbeat(heartPool, serverId);
    } finally {
      await Promise.all([pool.end(), heartPool.end()]);
    }
  };
  try {
    startedAt = (await recordHeartbeat(heartPool, serverId, null)).startedAt;
    await releaseExpiredLeases(heartPool, serverId);
    beating = (async () => {
      // Sequentially: a slow database does not get two heartbeats at once.
      while (!ended.signal.aborted) {
        await wait(heartbeatEveryMs, undefined, { signal: ended.signal, ref: false }).catch(() => {});
        if (!ended.signal.aborted)
          await beat().catch((error: unknown) => log.error({ err: error }, "heartbeat failed"));
      }
    })();
    for (const group of groups) for (let worker = 0; worker < group.workers; worker++) await startWorker(group);
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  return { stop };
}

interface BegunJob {
  signal: AbortSignal;
  end(failure: string | null): void;
}

function toTaskList(handlers: JobHandlers, begin: (job: Job) => BegunJob, tracing: Tracing | null): TaskList {
  const tasks: TaskList = {};
  for (const [name, handle] of Object.entries(handlers)) {
    const runJob = handle as (payload: unknown, job: JobRun) => Promise<void>;
    tasks[name] = async (payload, { job }) => {
      const { signal, end } = begin(job);
      // A restored backup reuses earlier numbers, hence the time.
      const id = `${job.created_at.getTime()}-${job.id}`;
      try {
        const run = () => runJob(payload, { id, signal, isLastAttempt: job.attempts >= job.max_attempts });
        const facts = { "blueprint.job.id": id, "blueprint.job.task": name, "blueprint.job.attempt": job.attempts };
        await (tracing === null ? run() : tracing.run(`job ${name}`, "consumer", facts, run));
        end(null);
      } catch (error) {
        // The library writes the message to the log and to its table.
        const safe = toSafeError(error);
        end(safe.message);
        throw safe;
      }
    };
  }
  return tasks;
}
