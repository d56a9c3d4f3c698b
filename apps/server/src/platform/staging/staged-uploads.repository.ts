import { and, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { type StagedPoint, stagedParts, stagedUploads, uploads } from "../../db/schema/uploads.ts";
import type { StoredPart } from "../storage/object-storage.ts";

export type StagedRow = typeof stagedUploads.$inferSelect;

export async function insertStaged(tx: Tx, row: typeof stagedUploads.$inferInsert): Promise<void> {
  await tx.insert(stagedUploads).values(row).onConflictDoNothing();
}

export async function findStaged(tx: Tx, uploadId: string): Promise<StagedRow | null> {
  const [row] = await tx.select().from(stagedUploads).where(eq(stagedUploads.uploadId, uploadId));
  return row ?? null;
}

/** Takes the next turn unless another server's lease runs. @returns the turn; null when it does; 0 without a row */
export async function takeTurn(tx: Tx, uploadId: string, leaseMs: number, force: boolean): Promise<number | null> {
  const isFree = sql`(${stagedUploads.leasedUntil} is null or ${stagedUploads.leasedUntil} < now())`;
  const [taken] = await tx
    .update(stagedUploads)
    .set({ turn: sql`${stagedUploads.turn} + 1`, leasedUntil: inMs(leaseMs) })
    .where(and(eq(stagedUploads.uploadId, uploadId), force ? undefined : isFree))
    .returning({ turn: stagedUploads.turn });
  if (taken !== undefined) return taken.turn;
  return (await findStaged(tx, uploadId)) === null ? 0 : null;
}

export async function renewTurn(tx: Tx, uploadId: string, turn: number, leaseMs: number): Promise<boolean> {
  const renewed = await tx
    .update(stagedUploads)
    .set({ leasedUntil: inMs(leaseMs) })
    .where(and(eq(stagedUploads.uploadId, uploadId), eq(stagedUploads.turn, turn)))
    .returning({ id: stagedUploads.uploadId });
  return renewed.length > 0;
}

export async function endTurn(tx: Tx, uploadId: string, turn: number): Promise<void> {
  await tx
    .update(stagedUploads)
    .set({ leasedUntil: null })
    .where(and(eq(stagedUploads.uploadId, uploadId), eq(stagedUploads.turn, turn)));
}

export async function isTurnTaken(tx: Tx, uploadId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: stagedUploads.uploadId })
    .from(stagedUploads)
    .where(and(eq(stagedUploads.uploadId, uploadId), gt(stagedUploads.leasedUntil, sql`now()`)));
  return row !== undefined;
}

/** Changes the row, only in this turn. @returns whether it was */
export async function changeStaged(
  tx: Tx,
  uploadId: string,
  turn: number,
  change: { multipartId?: string | null; received?: StagedPoint; proven?: StagedPoint },
): Promise<boolean> {
  const changed = await tx
    .update(stagedUploads)
    .set(change)
    .where(and(eq(stagedUploads.uploadId, uploadId), eq(stagedUploads.turn, turn)))
    .returning({ id: stagedUploads.uploadId });
  return changed.length > 0;
}

export async function putParts(tx: Tx, uploadId: string, parts: readonly StoredPart[]): Promise<void> {
  if (parts.length === 0) return;
  await tx
    .insert(stagedParts)
    .values(parts.map(({ number, tag }) => ({ uploadId, number, tag })))
    .onConflictDoUpdate({ target: [stagedParts.uploadId, stagedParts.number], set: { tag: sql`excluded.tag` } });
}

export async function deletePartsAfter(tx: Tx, uploadId: string, number: number): Promise<void> {
  await tx.delete(stagedParts).where(and(eq(stagedParts.uploadId, uploadId), gt(stagedParts.number, number)));
}

export async function listParts(tx: Tx, uploadId: string): Promise<StoredPart[]> {
  const { number, tag } = stagedParts;
  return await tx.select({ number, tag }).from(stagedParts).where(eq(stagedParts.uploadId, uploadId)).orderBy(number);
}

export async function deleteStaged(tx: Tx, uploadId: string): Promise<void> {
  await tx.delete(stagedUploads).where(eq(stagedUploads.uploadId, uploadId));
}

/** Ids of uploads that have ended and still have bytes here. */
export async function listEndedStaged(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: stagedUploads.uploadId })
    .from(stagedUploads)
    .innerJoin(uploads, eq(uploads.id, stagedUploads.uploadId))
    .where(ne(uploads.state, "active"));
  return rows.map(({ id }) => id);
}

/** Which of these multipart uploads belong to an upload. */
export async function listKnownMultiparts(tx: Tx, multipartIds: string[]): Promise<Set<string>> {
  if (multipartIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: stagedUploads.multipartId })
    .from(stagedUploads)
    .where(inArray(stagedUploads.multipartId, multipartIds));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** Bytes of all unfinished uploads. */
export async function sumReceivedBytes(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${uploads.receivedBytes}), 0)` })
    .from(uploads)
    .where(eq(uploads.state, "active"));
  return Number(row?.bytes ?? 0);
}

function inMs(ms: number) {
  return sql`now() + ${ms} * interval '1 millisecond'`;
}
