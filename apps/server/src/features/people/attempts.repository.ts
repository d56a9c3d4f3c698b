import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { attempts } from "../../db/schema/attempts.ts";

export interface DelayRule {
  /** Failures without a wait. */
  freeFailures: number;
  /** Wait after the first failure beyond the free ones; it doubles with each further one. */
  firstDelaySeconds: number;
  delaySecondsMax: number;
}

/** The count restarts after this time without an attempt. */
const forgottenAfter = sql`interval '1 day'`;

/**
 * Counts one attempt as a failure, in one statement: of many at once, each sees the one before. Uses the database's
 * clock. If that clock is set back, a caller still waits no longer than the rule's delay from now.
 * @returns the seconds to wait, 0 when the attempt may be made
 */
export async function countAttempt(tx: Tx, keyHash: string, rule: DelayRule): Promise<number> {
  const { freeFailures, firstDelaySeconds, delaySecondsMax } = rule;
  const failures = sql`case when ${attempts.lastAt} < now() - ${forgottenAfter} then 1 else ${attempts.failures} + 1 end`;
  const delay = (count: unknown) =>
    sql`case when ${count} <= ${freeFailures}::int then interval '0' else
      least(${delaySecondsMax}::float, ${firstDelaySeconds}::float * power(2, least(${count} - ${freeFailures}::int - 1, 30)))
      * interval '1 second' end`;
  const [counted] = await tx
    .insert(attempts)
    .values({
      keyHash,
      failures: 1,
      lastAt: sql`now()` as never,
      nextAt: sql`now() + ${delay(sql`1`)}` as never,
    })
    .onConflictDoUpdate({
      target: attempts.keyHash,
      set: { failures, lastAt: sql`now()`, nextAt: sql`now() + ${delay(sql`(${failures})`)}` },
      setWhere: sql`${attempts.nextAt} <= now()`,
    })
    .returning({ keyHash: attempts.keyHash });
  if (counted !== undefined) return 0;
  const longest = sql`${delaySecondsMax}::float * interval '1 second'`;
  const [waiting] = await tx
    .update(attempts)
    .set({
      nextAt: sql`least(${attempts.nextAt}, now() + ${longest})`,
      lastAt: sql`least(${attempts.lastAt}, now())`,
    })
    .where(eq(attempts.keyHash, keyHash))
    .returning({ seconds: sql<number>`ceil(extract(epoch from ${attempts.nextAt} - now()))::int` });
  return Math.max(1, waiting?.seconds ?? 1);
}

export async function deleteAttempts(tx: Tx, keyHash: string): Promise<void> {
  await tx.delete(attempts).where(eq(attempts.keyHash, keyHash));
}

/** Takes back one counted attempt and its wait; other attempts stay counted. */
export async function uncountAttempt(tx: Tx, keyHash: string): Promise<void> {
  await tx
    .update(attempts)
    .set({ failures: sql`greatest(${attempts.failures} - 1, 0)`, nextAt: sql`now()` })
    .where(eq(attempts.keyHash, keyHash));
}

export async function deleteForgottenAttempts(tx: Tx): Promise<void> {
  await tx.delete(attempts).where(sql`${attempts.lastAt} < now() - ${forgottenAfter}`);
}
