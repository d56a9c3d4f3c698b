import { type SQL, sql } from "drizzle-orm";

/** Payloads by job name; a job exists only if it is listed here. Features extend it by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: features add their jobs to it.
export interface JobPayloads {}
export type JobName = keyof JobPayloads & string;

export interface EnqueueOptions {
  /** At most one waiting job has this key; a newer one replaces it. */
  key?: string;
  runAt?: Date;
  /** Jobs with a lower number run first; 0 when left out. */
  priority?: number;
  attemptsMax?: number;
  /** Jobs of one queue run one after another. */
  queue?: string;
}

interface Executor {
  execute(query: SQL): Promise<unknown>;
}

export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists exactly if the transaction commits. */
  enqueue<Name extends JobName>(
    tx: Executor,
    name: Name,
    payload: JobPayloads[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
}

export const jobQueue: JobQueue = {
  enqueue: async (tx, name, payload, options = {}) => {
    await tx.execute(sql`
      select graphile_worker.add_job(
        ${name}::text, payload => ${JSON.stringify(payload)}::json, queue_name => ${options.queue ?? null}::text,
        run_at => ${options.runAt?.toISOString() ?? null}::timestamptz, max_attempts => ${options.attemptsMax ?? null}::int,
        priority => ${options.priority ?? null}::int, job_key => ${options.key ?? null}::text)`);
  },
};
