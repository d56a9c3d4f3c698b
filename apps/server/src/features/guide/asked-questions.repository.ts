import type { BlueprintId } from "@blueprint/contract/ids";
import { and, asc, between, count, desc, eq, lt, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { guideCounts, unansweredQuestions } from "../../db/schema/guide-questions.ts";

/** Unscoped on purpose, like everything here: the caller has checked the scope of the blueprint. */
export type UnansweredRow = typeof unansweredQuestions.$inferSelect;
export type CountRow = typeof guideCounts.$inferSelect;

/**
 * Adds to the counts of places that still exist.
 * @param rows sorted, so that two servers never wait for each other
 */
export async function addToCounts(tx: Tx, rows: readonly CountRow[]): Promise<void> {
  await tx.execute(sql`
    insert into ${guideCounts} (blueprint_id, day, channel, outcome, time_class, count)
    select given."blueprintId", given.day, given.channel, given.outcome, given."timeClass", given.count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      "blueprintId" uuid, day date, channel text, outcome text, "timeClass" smallint, count int)
    join ${blueprints} on ${blueprints.id} = given."blueprintId"
    order by 1, 2, 3, 4, 5
    on conflict (blueprint_id, day, channel, outcome, time_class)
      do update set count = ${guideCounts}.count + excluded.count`);
}

/** @param from the first day, like `to` the last one, as YYYY-MM-DD */
export async function listCounts(tx: Tx, blueprintId: BlueprintId, from: string, to: string): Promise<CountRow[]> {
  return await tx
    .select()
    .from(guideCounts)
    .where(and(eq(guideCounts.blueprintId, blueprintId), between(guideCounts.day, from, to)));
}

export async function removeCountsBefore(tx: Tx, day: string): Promise<void> {
  await tx.delete(guideCounts).where(lt(guideCounts.day, day));
}

/** Adds an unanswered question, or counts it where its words were asked before. */
export async function addUnanswered(tx: Tx, asked: UnansweredRow): Promise<void> {
  await tx
    .insert(unansweredQuestions)
    .values(asked)
    .onConflictDoUpdate({
      target: [unansweredQuestions.blueprintId, unansweredQuestions.words],
      set: {
        question: sql`excluded.question`,
        nothingFoundCount: sql`${unansweredQuestions.nothingFoundCount} + excluded.nothing_found_count`,
        unknownCount: sql`${unansweredQuestions.unknownCount} + excluded.unknown_count`,
        lastAskedAt: sql`greatest(${unansweredQuestions.lastAskedAt}, excluded.last_asked_at)`,
      },
    });
}

const timesAsked = sql`${unansweredQuestions.nothingFoundCount} + ${unansweredQuestions.unknownCount}`;

/** Removes the rarest and oldest ones beyond a number. */
export async function trimUnanswered(tx: Tx, blueprintId: BlueprintId, keptMax: number): Promise<void> {
  await tx.delete(unansweredQuestions).where(
    sql`${unansweredQuestions.id} in (
      select ${unansweredQuestions.id} from ${unansweredQuestions}
      where ${unansweredQuestions.blueprintId} = ${blueprintId}
      order by ${timesAsked} desc, ${unansweredQuestions.lastAskedAt} desc
      offset ${keptMax})`,
  );
}

/** The most frequent first. */
export async function listUnanswered(tx: Tx, blueprintId: BlueprintId, listedMax: number): Promise<UnansweredRow[]> {
  return await tx
    .select()
    .from(unansweredQuestions)
    .where(eq(unansweredQuestions.blueprintId, blueprintId))
    .orderBy(desc(timesAsked), desc(unansweredQuestions.lastAskedAt), asc(unansweredQuestions.id))
    .limit(listedMax);
}

export async function countUnanswered(tx: Tx, blueprintId: BlueprintId): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(unansweredQuestions)
    .where(eq(unansweredQuestions.blueprintId, blueprintId));
  return row?.total ?? 0;
}

/** @returns whether it was there */
export async function removeUnansweredQuestion(tx: Tx, blueprintId: BlueprintId, id: string): Promise<boolean> {
  const removed = await tx
    .delete(unansweredQuestions)
    .where(and(eq(unansweredQuestions.blueprintId, blueprintId), eq(unansweredQuestions.id, id)))
    .returning({ id: unansweredQuestions.id });
  return removed.length > 0;
}

export async function removeUnanswered(tx: Tx, blueprintId: string): Promise<void> {
  await tx.delete(unansweredQuestions).where(eq(unansweredQuestions.blueprintId, blueprintId));
}

export async function removeUnansweredSince(tx: Tx, lastAskedBefore: Date): Promise<void> {
  await tx.delete(unansweredQuestions).where(lt(unansweredQuestions.lastAskedAt, lastAskedBefore));
}
