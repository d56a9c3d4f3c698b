import type { BlueprintId } from "@blueprint/contract/ids";
import { and, asc, count, desc, eq, inArray, lt, max, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { erasedTranscripts, guideTranscripts } from "../../db/schema/guide-transcripts.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

/** Unscoped on purpose, like everything here: the caller has checked the scope of the blueprint. */
export type TranscriptRow = typeof guideTranscripts.$inferSelect;

/** Makes what happens to a conversation happen one after another until the transaction ends. */
export async function lockTranscript(tx: Tx, transcriptId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transcript/${transcriptId}`}, 0))`);
}

export async function isErased(tx: Tx, transcriptId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: erasedTranscripts.transcriptId })
    .from(erasedTranscripts)
    .where(eq(erasedTranscripts.transcriptId, transcriptId));
  return rows.length > 0;
}

/** Deletes a conversation, whichever place it is about, and remembers that. */
export async function eraseRows(tx: Tx, transcriptId: string, erasedAt: Date): Promise<void> {
  await tx.insert(erasedTranscripts).values({ transcriptId, erasedAt }).onConflictDoNothing();
  await tx.delete(guideTranscripts).where(eq(guideTranscripts.transcriptId, transcriptId));
}

export async function forgetErasedBefore(tx: Tx, before: Date): Promise<void> {
  await tx.delete(erasedTranscripts).where(lt(erasedTranscripts.erasedAt, before));
}

export async function insertTranscriptRow(tx: Tx, row: TranscriptRow): Promise<void> {
  await tx.insert(guideTranscripts).values(row);
}

export async function countTranscriptRows(tx: Tx, blueprintId: BlueprintId, transcriptId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(guideTranscripts).where(isOf(blueprintId, transcriptId));
  return row?.total ?? 0;
}

/** Deletes the oldest questions of a place beyond a number. */
export async function trimTranscripts(tx: Tx, blueprintId: BlueprintId, keptMax: number): Promise<void> {
  await tx.delete(guideTranscripts).where(
    sql`${guideTranscripts.id} in (
      select ${guideTranscripts.id} from ${guideTranscripts}
      where ${guideTranscripts.blueprintId} = ${blueprintId}
      order by ${guideTranscripts.askedAt} desc, ${guideTranscripts.id} desc
      offset ${keptMax})`,
  );
}

/** Conversations by when they went on last, the latest first. */
export async function listTranscriptIds(
  tx: Tx,
  blueprintId: BlueprintId,
  { after, limit }: { after: PageCursor | null; limit: number },
): Promise<{ transcriptId: string; lastAskedAt: Date }[]> {
  const { transcriptId, askedAt } = guideTranscripts;
  const lastAskedAt = max(askedAt);
  const rows = await tx
    .select({ transcriptId, lastAskedAt })
    .from(guideTranscripts)
    .where(eq(guideTranscripts.blueprintId, blueprintId))
    .groupBy(transcriptId)
    .having(
      after === null
        ? undefined
        : sql`(${lastAskedAt}, ${transcriptId}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
    )
    .orderBy(desc(lastAskedAt), desc(transcriptId))
    .limit(limit);
  return rows.map((row) => ({ ...row, lastAskedAt: row.lastAskedAt! }));
}

/** In the order in which they were asked. */
export async function listTranscriptRows(
  tx: Tx,
  blueprintId: BlueprintId,
  transcriptIds: readonly string[],
): Promise<TranscriptRow[]> {
  return await tx
    .select()
    .from(guideTranscripts)
    .where(
      and(eq(guideTranscripts.blueprintId, blueprintId), inArray(guideTranscripts.transcriptId, [...transcriptIds])),
    )
    .orderBy(asc(guideTranscripts.askedAt), asc(guideTranscripts.id));
}

/** @returns whether there was something */
export async function deleteTranscript(tx: Tx, blueprintId: BlueprintId, transcriptId: string): Promise<boolean> {
  const deleted = await tx
    .delete(guideTranscripts)
    .where(isOf(blueprintId, transcriptId))
    .returning({ id: guideTranscripts.id });
  return deleted.length > 0;
}

export async function deleteTranscriptsOf(tx: Tx, blueprintId: string): Promise<void> {
  await tx.delete(guideTranscripts).where(eq(guideTranscripts.blueprintId, blueprintId));
}

export async function deleteTranscriptsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.delete(guideTranscripts).where(lt(guideTranscripts.askedAt, before));
}

function isOf(blueprintId: BlueprintId, transcriptId: string) {
  return and(eq(guideTranscripts.blueprintId, blueprintId), eq(guideTranscripts.transcriptId, transcriptId));
}
