import { eq, lt, sql } from "drizzle-orm";
import { type Runner, type RunnerOptions, run, type TaskList, Logger as WorkerLogger } from "graphile-worker";
import pg from "pg";
import { toPoolOptions } from "../../db/connection.ts";
import { serverProcesses } from "../../db/schema/server-processes.ts";
import type { AppContext } from "../app-context.ts";
import type { JobName, JobPayloads } from "./job-queue.ts";

/** One listens for new jobs, one works. */
const connectionsPerWorker = 2;
const heartbeatEveryMs = 2_000;
/** A server silent for this long is dead: its jobs are released to the living. */
const deadAfterMs = 10_000;

export type JobHandlers = {
  [Name in JobName]?: (
    payload: JobPayloads[Name],
    job: { signal: AbortSignal; isLastAttempt: boolean },
  ) => Promise<void>;
};

/** Jobs that share workers. Long jobs get a group of their own, so that a mail never waits for a conversion. */
export interface JobGroup {
  handlers: JobHandlers;
  workers: number;
  /** Jobs without a payload that run by the clock: minute, hour, day, month, weekday in UTC. */
  schedule?: { job: JobName; at: string }[];
}

export interface JobRunner {
  stop(): Promise<void>;
}

/**
 * Runs jobs in this server. graphile-worker frees the jobs of a worker that was killed only after four hours; we keep a
 * heartbeat per server and release them within seconds.
 */
export async function startJobRunner(context: AppContext, groups: readonly JobGroup[]): Promise<JobRunner> {
  const { db, clock, log } = context;
  const processId = context.ids.uuid();
  const stopping = new AbortController();
  await db.insert(serverProcesses).values({ id: processId, startedAt: clock.now(), heartbeatAt: clock.now() });

  const releaseJobsOfTheDead = async () => {
    const dead = await db
      .delete(serverProcesses)
      .where(lt(serverProcesses.heartbeatAt, new Date(clock.now().getTime() - deadAfterMs)))
      .returning({ id: serverProcesses.id });
    const alive = await db.select({ id: serverProcesses.id }).from(serverProcesses);
    if (dead.length > 0) log.warn({ servers: dead.map(({ id }) => id) }, "released the jobs of servers that died");
    // Also workers nobody vouches for: a server that died before its row was written.
    await db.execute(sql`
      select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker._private_jobs
        where locked_by is not null and split_part(locked_by, ':', 1) not in ${alive.map(({ id }) => id)}))`);
  };
  const beat = async () => {
    const [own] = await db
      .update(serverProcesses)
      .set({ heartbeatAt: clock.now() })
      .where(eq(serverProcesses.id, processId))
      .returning({ id: serverProcesses.id });
    if (own === undefined)
      await db.insert(serverProcesses).values({ id: processId, startedAt: clock.now(), heartbeatAt: clock.now() });
    await releaseJobsOfTheDead();
  };
  await releaseJobsOfTheDead();

  let workerNumber = 0;
  // Ours rather than the library's: its own pool goes on closing after its runner says that it has stopped.
  const connectionsMax = connectionsPerWorker * groups.reduce((sum, { workers }) => sum + workers, 0);
  const pool = new pg.Pool({ ...toPoolOptions(context.connection), max: connectionsMax });
  // A lost connection is replaced by the pool; without a listener it would end the process.
  const onConnectionError = (error: Error) => log.warn({ err: error }, "a connection of the job queue was lost");
  pool.on("error", onConnectionError);
  pool.on("connect", (client) => client.on("error", onConnectionError));
  const startWorker = ({ handlers, schedule = [] }: JobGroup): Promise<Runner> => {
    const options: RunnerOptions & { workerId: string } = {
      pgPool: pool,
      concurrency: 1,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: toTaskList(handlers, stopping.signal),
      // Every worker may know the schedule: the database keeps each due job single.
      crontab: schedule.map(({ job, at }) => `${at} ${job}`).join("\n"),
      // One worker a runner, because only then may it be given a name; the name tells which server it belongs to.
      workerId: `${processId}:${workerNumber++}`,
      logger: new WorkerLogger(
        () => (level, message) => log[level === "warning" ? "warn" : level === "info" ? "debug" : level](message),
      ),
    };
    return run(options);
  };
  const runners: Runner[] = [];
  for (const group of groups) {
    for (let worker = 0; worker < group.workers; worker++) runners.push(await startWorker(group));
  }
  const heartbeat = setInterval(() => {
    beat().catch((error: unknown) => log.error({ err: error }, "heartbeat failed"));
  }, heartbeatEveryMs);
  heartbeat.unref();

  return {
    stop: async () => {
      clearInterval(heartbeat);
      stopping.abort();
      await Promise.all(runners.map((runner) => runner.stop()));
      await pool.end();
      await db.delete(serverProcesses).where(eq(serverProcesses.id, processId));
    },
  };
}

function toTaskList(handlers: JobHandlers, signal: AbortSignal): TaskList {
  const tasks: TaskList = {};
  for (const [name, handle] of Object.entries(handlers)) {
    const runJob = handle as (payload: unknown, job: { signal: AbortSignal; isLastAttempt: boolean }) => Promise<void>;
    tasks[name] = (payload, { job }) => runJob(payload, { signal, isLastAttempt: job.attempts >= job.max_attempts });
  }
  return tasks;
}
