import { setTimeout as wait } from "node:timers/promises";
import type { Sql } from "../db/sql.ts";

/** Resolves once a call has finished or waits for a lock held by another connection. */
export async function finishedOrWaiting(sql: Sql, call: Promise<unknown>): Promise<void> {
  let isFinished = false;
  void call.finally(() => {
    isFinished = true;
  });
  while (!isFinished) {
    const waiting = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (waiting.length > 0) return;
    await wait(10);
  }
}
