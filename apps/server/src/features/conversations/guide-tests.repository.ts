import type { BlueprintId } from "@blueprint/contract/ids";
import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { guideTestRuns, guideTests } from "../../db/schema/guide-tests.ts";

/** Unscoped on purpose, like everything here: the caller has checked the scope of the blueprint. */
export type GuideTestRow = typeof guideTests.$inferSelect;
export type GuideTestRunRow = typeof guideTestRuns.$inferSelect;

export async function listTests(tx: Tx, blueprintId: string): Promise<GuideTestRow[]> {
  return await tx
    .select()
    .from(guideTests)
    .where(eq(guideTests.blueprintId, blueprintId))
    .orderBy(asc(guideTests.createdAt), asc(guideTests.id));
}

export async function countTests(tx: Tx, blueprintId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(guideTests).where(eq(guideTests.blueprintId, blueprintId));
  return row?.total ?? 0;
}

export async function insertTest(tx: Tx, test: GuideTestRow): Promise<void> {
  await tx.insert(guideTests).values(test);
}

/** @returns whether it was there */
export async function deleteTest(tx: Tx, blueprintId: BlueprintId, id: string): Promise<boolean> {
  const removed = await tx
    .delete(guideTests)
    .where(and(eq(guideTests.blueprintId, blueprintId), eq(guideTests.id, id)))
    .returning({ id: guideTests.id });
  return removed.length > 0;
}

/** The newest first. */
export async function listRuns(tx: Tx, blueprintId: BlueprintId, listedMax: number): Promise<GuideTestRunRow[]> {
  return await tx
    .select()
    .from(guideTestRuns)
    .where(eq(guideTestRuns.blueprintId, blueprintId))
    .orderBy(desc(guideTestRuns.startedAt), desc(guideTestRuns.id))
    .limit(listedMax);
}

export async function findRun(tx: Tx, id: string): Promise<GuideTestRunRow | null> {
  const [row] = await tx.select().from(guideTestRuns).where(eq(guideTestRuns.id, id));
  return row ?? null;
}

/** The draft's run in progress. */
export async function findOpenRun(tx: Tx, blueprintId: BlueprintId, since: Date): Promise<GuideTestRunRow | null> {
  const isOpen = and(isNull(guideTestRuns.endedAt), isNull(guideTestRuns.version), gt(guideTestRuns.startedAt, since));
  const [row] = await tx
    .select()
    .from(guideTestRuns)
    .where(and(eq(guideTestRuns.blueprintId, blueprintId), isOpen));
  return row ?? null;
}

/** Adds a run, and removes the oldest ones beyond a number. */
export async function insertRun(tx: Tx, run: GuideTestRunRow, keptMax: number): Promise<void> {
  await tx.insert(guideTestRuns).values(run);
  await tx.delete(guideTestRuns).where(
    sql`${guideTestRuns.id} in (
      select ${guideTestRuns.id} from ${guideTestRuns} where ${guideTestRuns.blueprintId} = ${run.blueprintId}
      order by ${guideTestRuns.startedAt} desc, ${guideTestRuns.id} desc offset ${keptMax})`,
  );
}

export async function updateRun(
  tx: Tx,
  id: string,
  change: Partial<Pick<GuideTestRunRow, "results" | "endedAt" | "problem">>,
): Promise<void> {
  await tx.update(guideTestRuns).set(change).where(eq(guideTestRuns.id, id));
}
