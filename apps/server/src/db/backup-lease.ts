import type { PoolClient } from "pg";
import type { Sql } from "./sql.ts";

// Advisory locks end with the connection that holds them, so a backup that dies holds up nobody.
/** Held by the one backup of an installation. */
const backupLockKey = 7_202_612;
/** Held by a backup alone, or shared by deletions of stored bytes. */
const deletionLockKey = 7_202_613;

/**
 * From now until the connection ends, no server deletes stored bytes. Waits for deletions in progress.
 * @returns false while another backup runs
 */
export async function takeBackupLease(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [backupLockKey]);
  if (rows[0]?.taken !== true) return false;
  await client.query("select pg_advisory_lock($1)", [deletionLockKey]);
  return true;
}

/** Runs the deletion of stored bytes, unless a backup still needs them. @returns whether it ran */
export async function deleteUnlessBackup(sql: Sql, work: () => Promise<void>): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const [lock] = await tx<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock_shared(${deletionLockKey}) as taken`;
    if (lock?.taken !== true) return false;
    await work();
    return true;
  });
}
