import type { Pool } from "pg";

// graphile-worker locks a job for the pool of workers that runs it (`locked_by`, `pool-<hex>`) and frees it after four
// hours, whether it is still running or not. Here a lock is a lease: the server that runs the job renews it with every
// heartbeat, so a lock that was not renewed belongs to a dead or frozen server. All times are the database's: servers
// with different clocks agree on who is alive.

/** A server silent for this long is dead: its jobs go to live ones. */
const leaseSeconds = 10;

/** One try of a job, held by this process. */
export interface Lease {
  jobId: string;
  poolId: string;
  attempts: number;
}

/** A try that ended in this process. */
export interface EndedLease extends Lease {
  /** Null on success. */
  failure: string | null;
}

/**
 * Records that a server is alive, even when others took it for dead and deleted it.
 * @param startedAt as returned by its first heartbeat @returns it, and whether this server was unknown
 */
export async function recordHeartbeat(
  pool: Pool,
  id: string,
  startedAt: Date | null,
): Promise<{ startedAt: Date; wasUnknown: boolean }> {
  const { rows } = await pool.query<{ started_at: Date; was_unknown: boolean }>(
    `insert into server_processes (id, started_at, heartbeat_at) values ($1, coalesce($2, now()), now())
     on conflict (id) do update set heartbeat_at = excluded.heartbeat_at
     returning started_at, xmax = 0 as was_unknown`,
    [id, startedAt],
  );
  const [row] = rows as [(typeof rows)[number]];
  return { startedAt: row.started_at, wasUnknown: row.was_unknown };
}

/** @returns the leases still held: the others went to another server */
export async function renewLeases<Held extends Lease>(pool: Pool, leases: readonly Held[]): Promise<Set<Held>> {
  if (leases.length === 0) return new Set();
  const values = [leases.map(({ jobId }) => jobId), leases.map(({ poolId }) => poolId)];
  const { rows } = await pool.query<{ job_id: string; pool_id: string }>(
    `update graphile_worker._private_jobs jobs set locked_at = now()
     from unnest($1::bigint[], $2::text[]) held(job_id, pool_id)
     where jobs.id = held.job_id and jobs.locked_by = held.pool_id
     returning held.job_id::text, held.pool_id`,
    values,
  );
  // A queue is locked by its running job.
  await pool.query(
    `update graphile_worker._private_job_queues queues set locked_at = now()
     from unnest($1::bigint[], $2::text[]) held(job_id, pool_id)
     join graphile_worker._private_jobs jobs on jobs.id = held.job_id
     where queues.id = jobs.job_queue_id and jobs.locked_by = held.pool_id and queues.locked_by = held.pool_id`,
    values,
  );
  const kept = new Set(rows.map(({ job_id, pool_id }) => `${job_id} ${pool_id}`));
  return new Set(leases.filter(({ jobId, poolId }) => kept.has(`${jobId} ${poolId}`)));
}

/**
 * Records how jobs ended where the library could not: it tries once, and may lose its connection at that moment. Uses
 * the library's own statements, for tries that are still locked.
 */
export async function settleLeases(pool: Pool, leases: readonly EndedLease[]): Promise<void> {
  const done = leases.filter(({ failure }) => failure === null);
  const failed = leases.filter(({ failure }) => failure !== null);
  const toColumns = (ended: readonly EndedLease[]) => [
    ended.map(({ jobId }) => jobId),
    ended.map(({ poolId }) => poolId),
    ended.map(({ attempts }) => attempts),
  ];
  const isStillHeld = "jobs.id = held.job_id and jobs.locked_by = held.pool_id and jobs.attempts = held.attempts";
  const freeQueue = `update graphile_worker._private_job_queues queues set locked_at = null, locked_by = null
    from ended where queues.id = ended.job_queue_id and queues.locked_by = ended.pool_id`;
  if (done.length > 0)
    await pool.query(
      `with ended as (
         delete from graphile_worker._private_jobs jobs
         using unnest($1::bigint[], $2::text[], $3::int[]) held(job_id, pool_id, attempts)
         where ${isStillHeld} returning jobs.job_queue_id, held.pool_id)
       ${freeQueue}`,
      toColumns(done),
    );
  if (failed.length > 0)
    await pool.query(
      `with ended as (
         update graphile_worker._private_jobs jobs set last_error = held.failure, locked_at = null, locked_by = null,
           run_at = greatest(now(), jobs.run_at) + exp(least(jobs.attempts, 10)) * interval '1 second'
         from unnest($1::bigint[], $2::text[], $3::int[], $4::text[]) held(job_id, pool_id, attempts, failure)
         where ${isStillHeld} returning jobs.job_queue_id, held.pool_id)
       ${freeQueue}`,
      [...toColumns(failed), failed.map(({ failure }) => failure)],
    );
}

const isExpired = `locked_at < now() - interval '${leaseSeconds} seconds'`;

/** Frees what dead servers held and deletes them, never the calling server. @returns how many jobs were freed */
export async function releaseExpiredLeases(pool: Pool, ownId: string): Promise<number> {
  await pool.query(
    `delete from server_processes where id <> $1 and heartbeat_at < now() - interval '${leaseSeconds} seconds'`,
    [ownId],
  );
  // Skips locked rows until the next time: their lease is being renewed, or they are done.
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null,
       last_error = coalesce(last_error, 'The server ended while this job ran.')
     where id in (
       select id from graphile_worker._private_jobs where ${isExpired} for update skip locked)`,
  );
  await pool.query(
    `update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where id in (
       select id from graphile_worker._private_job_queues where ${isExpired} for update skip locked)`,
  );
  return rowCount ?? 0;
}

export async function removeHeartbeat(pool: Pool, id: string): Promise<void> {
  await pool.query("delete from server_processes where id = $1", [id]);
}
