import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import { storedObjects } from "../../db/schema/uploads.ts";

export async function listBlueprintsBinnedUntil(tx: Tx, until: Date): Promise<BlueprintId[]> {
  const rows = await tx
    .select({ id: blueprints.id })
    .from(blueprints)
    .where(lte(blueprints.binnedAt, until))
    .orderBy(asc(blueprints.binnedAt), asc(blueprints.id));
  return rows.map(({ id }) => id as BlueprintId);
}

/** Locks the row; null when it was taken out of the bin meanwhile. */
export async function lockBlueprintBinnedUntil(
  tx: Tx,
  id: BlueprintId,
  until: Date,
): Promise<{ teamId: TeamId; name: string } | null> {
  const [row] = await tx
    .select({ teamId: blueprints.teamId, name: blueprints.name })
    .from(blueprints)
    .where(and(eq(blueprints.id, id), lte(blueprints.binnedAt, until)))
    .for("update");
  return row === undefined ? null : { teamId: row.teamId as TeamId, name: row.name };
}

/** Storage of a blueprint: keys of originals, and its scans (removed ones too), whose deliveries are folders. */
export async function listBytesOfBlueprint(
  tx: Tx,
  id: BlueprintId,
): Promise<{ originalKeys: string[]; scanIds: string[] }> {
  const rows = await tx.select({ id: scans.id, key: scans.originalKey }).from(scans).where(eq(scans.blueprintId, id));
  return {
    originalKeys: rows.flatMap(({ key }) => (key === null ? [] : [key])),
    scanIds: rows.map((row) => row.id),
  };
}

/** Deletes all rows of a blueprint and of its originals for good. */
export async function deleteBlueprintRows(tx: Tx, id: BlueprintId, originalKeys: readonly string[]): Promise<void> {
  if (originalKeys.length > 0)
    await tx.delete(storedObjects).where(inArray(storedObjects.storageKey, [...originalKeys]));
  await tx.delete(blueprints).where(eq(blueprints.id, id));
}
