import type { BlueprintId } from "@blueprint/contract/ids";
import { and, asc, desc, eq, inArray, isNull, lte } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { signPrintFiles, signPrints } from "../../db/schema/signs.ts";

/** Unscoped on purpose, like everything here: the caller has checked the scope of the blueprint. */
export type SignPrintRow = typeof signPrints.$inferSelect;
export type SignPrintFileRow = typeof signPrintFiles.$inferSelect;

/** Newest first. */
export async function listPrints(tx: Tx, blueprintId: BlueprintId, listedMax: number): Promise<SignPrintRow[]> {
  return await tx
    .select()
    .from(signPrints)
    .where(eq(signPrints.blueprintId, blueprintId))
    .orderBy(desc(signPrints.createdAt), desc(signPrints.id))
    .limit(listedMax);
}

export async function findPrint(tx: Tx, id: string): Promise<SignPrintRow | null> {
  const [row] = await tx.select().from(signPrints).where(eq(signPrints.id, id));
  return row ?? null;
}

export async function findOpenPrint(tx: Tx, blueprintId: BlueprintId): Promise<SignPrintRow | null> {
  const [row] = await tx
    .select()
    .from(signPrints)
    .where(and(eq(signPrints.blueprintId, blueprintId), isNull(signPrints.endedAt)));
  return row ?? null;
}

export async function insertPrint(tx: Tx, row: SignPrintRow): Promise<void> {
  await tx.insert(signPrints).values(row);
}

/** Changes a print that is being made. @returns whether it still was */
export async function updateOpenPrint(
  tx: Tx,
  id: string,
  change: Partial<Pick<SignPrintRow, "checkedCount" | "problem" | "endedAt">>,
): Promise<boolean> {
  const changed = await tx
    .update(signPrints)
    .set(change)
    .where(and(eq(signPrints.id, id), isNull(signPrints.endedAt)))
    .returning({ id: signPrints.id });
  return changed.length > 0;
}

/** By their first sign. */
export async function listFiles(tx: Tx, printIds: readonly string[]): Promise<SignPrintFileRow[]> {
  if (printIds.length === 0) return [];
  return await tx
    .select()
    .from(signPrintFiles)
    .where(inArray(signPrintFiles.printId, [...printIds]))
    .orderBy(asc(signPrintFiles.firstSign));
}

/** A file that was made twice is the same. */
export async function insertFile(tx: Tx, file: SignPrintFileRow): Promise<void> {
  await tx.insert(signPrintFiles).values(file).onConflictDoNothing();
}

/** @returns keys of the removed files */
export async function deleteFiles(tx: Tx, printId: string): Promise<string[]> {
  const removed = await tx
    .delete(signPrintFiles)
    .where(eq(signPrintFiles.printId, printId))
    .returning({ key: signPrintFiles.storageKey });
  return removed.map(({ key }) => key);
}

/** @returns keys of its files and logo; null if it wasn't there */
export async function deletePrint(tx: Tx, blueprintId: BlueprintId, id: string): Promise<string[] | null> {
  const isIts = and(eq(signPrints.blueprintId, blueprintId), eq(signPrints.id, id));
  const [print] = await tx.select({ logoKey: signPrints.logoKey }).from(signPrints).where(isIts).for("update");
  if (print === undefined) return null;
  const keys = await deleteFiles(tx, id);
  await tx.delete(signPrints).where(isIts);
  return print.logoKey === null ? keys : [...keys, print.logoKey];
}

export async function listPrintsMadeUntil(tx: Tx, until: Date): Promise<{ id: string; blueprintId: BlueprintId }[]> {
  const rows = await tx
    .select({ id: signPrints.id, blueprintId: signPrints.blueprintId })
    .from(signPrints)
    .where(lte(signPrints.createdAt, until));
  return rows as { id: string; blueprintId: BlueprintId }[];
}
