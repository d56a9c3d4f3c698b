import type { ScanId } from "@blueprint/contract/ids";
import type { ScanState } from "@blueprint/contract/scans";
import type { InferSelectModel } from "drizzle-orm";
import { and, desc, eq, inArray, isNull, like, lt, lte } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { scans } from "../../db/schema/scans.ts";
import { storedObjects, uploads } from "../../db/schema/uploads.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import type { StoredObjectRow } from "./upload-metadata.ts";

export type UploadRow = InferSelectModel<typeof uploads>;

export async function insertUpload(tx: Tx, row: typeof uploads.$inferInsert): Promise<UploadRow> {
  const [inserted] = await tx.insert(uploads).values(row).returning();
  return inserted!;
}

export async function findUpload(tx: Tx, id: string): Promise<UploadRow | null> {
  const [row] = await tx.select().from(uploads).where(eq(uploads.id, id));
  return row ?? null;
}

/** Locks the upload's row until the transaction ends. */
export async function lockUpload(tx: Tx, id: string): Promise<UploadRow | null> {
  const [row] = await tx.select().from(uploads).where(eq(uploads.id, id)).for("update");
  return row ?? null;
}

/** Bytes of an upload verified against its sender's hashes. */
export type ProvenBytes = Pick<UploadRow, "provenBytes" | "contentHash">;

/** Moves the journaled offset if it is still what the caller expects and the upload is active. */
export async function moveOffset(
  tx: Tx,
  id: string,
  { from, to, proven = {} }: { from: number; to: number; proven?: ProvenBytes | Record<string, never> },
  now: Date,
): Promise<boolean> {
  const moved = await tx
    .update(uploads)
    .set({ ...proven, receivedBytes: to, updatedAt: now })
    .where(and(eq(uploads.id, id), eq(uploads.state, "active"), eq(uploads.receivedBytes, from)))
    .returning({ id: uploads.id });
  return moved.length > 0;
}

/** Ends an active upload; false when it had ended before. */
export async function endUpload(tx: Tx, id: string, state: "final" | "cancelled", now: Date): Promise<boolean> {
  const ended = await tx
    .update(uploads)
    .set({ state, updatedAt: now })
    .where(and(eq(uploads.id, id), eq(uploads.state, "active")))
    .returning({ id: uploads.id });
  return ended.length > 0;
}

/** Ends all active uploads of a scan. @returns their ids */
export async function cancelUploadsOfScan(tx: Tx, scanId: ScanId, now: Date): Promise<string[]> {
  const cancelled = await tx
    .update(uploads)
    .set({ state: "cancelled", updatedAt: now })
    .where(and(eq(uploads.scanId, scanId), eq(uploads.state, "active")))
    .returning({ id: uploads.id });
  return cancelled.map(({ id }) => id);
}

export async function listUploadsUntouchedSince(tx: Tx, before: Date, rowsMax: number): Promise<UploadRow[]> {
  return await tx.select().from(uploads).where(lt(uploads.updatedAt, before)).orderBy(uploads.updatedAt).limit(rowsMax);
}

/** Deletes an upload unless it was touched meanwhile; false when it was. */
export async function deleteUploadUntouchedSince(tx: Tx, id: string, before: Date): Promise<boolean> {
  const deleted = await tx
    .delete(uploads)
    .where(and(eq(uploads.id, id), lt(uploads.updatedAt, before)))
    .returning({ id: uploads.id });
  return deleted.length > 0;
}

export async function findUploadOfScan(tx: Tx, scope: TeamScope, scanId: ScanId): Promise<UploadRow | null> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.scanId, scanId), eq(uploads.teamId, scope.teamId), eq(uploads.state, "active")));
  return row ?? null;
}

/** States of the uploads; ids without an upload are missing from the result. */
export async function listUploadStates(tx: Tx, ids: string[]): Promise<Map<string, UploadRow["state"]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.select({ id: uploads.id, state: uploads.state }).from(uploads).where(inArray(uploads.id, ids));
  return new Map(rows.map(({ id, state }) => [id, state]));
}

export interface AnnouncedScan {
  uploadName: string;
  sizeBytes: number;
  state: ScanState;
}

export async function findAnnouncedScan(tx: Tx, scope: TeamScope, scanId: ScanId): Promise<AnnouncedScan | null> {
  const [row] = await tx
    .select({ uploadName: scans.uploadName, sizeBytes: scans.sizeBytes, state: scans.state })
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.teamId, scope.teamId), isNull(scans.deletedAt)));
  return row ?? null;
}

export async function lockObjectRow(tx: Tx, bucket: string, fullPath: string): Promise<StoredObjectRow | null> {
  const [row] = await tx
    .select()
    .from(storedObjects)
    .where(and(eq(storedObjects.bucket, bucket), eq(storedObjects.fullPath, fullPath)))
    .for("update");
  return row ?? null;
}

export async function findObjectRow(tx: Tx, bucket: string, fullPath: string): Promise<StoredObjectRow | null> {
  const [row] = await tx
    .select()
    .from(storedObjects)
    .where(and(eq(storedObjects.bucket, bucket), eq(storedObjects.fullPath, fullPath)));
  return row ?? null;
}

/** The names that exist. */
export async function findObjectRows(
  tx: Tx,
  bucket: string,
  fullPaths: readonly string[],
): Promise<Pick<StoredObjectRow, "fullPath" | "contentType" | "sizeBytes">[]> {
  const { fullPath, contentType, sizeBytes } = storedObjects;
  return await tx
    .select({ fullPath, contentType, sizeBytes })
    .from(storedObjects)
    .where(and(eq(storedObjects.bucket, bucket), inArray(fullPath, [...fullPaths])));
}

/** Under a prefix, newest first. */
export async function listObjectRowsOfTypes(
  tx: Tx,
  {
    bucket,
    prefix,
    contentTypes,
    sizeBytesMax,
    limit,
  }: { bucket: string; prefix: string; contentTypes: readonly string[]; sizeBytesMax: number; limit: number },
): Promise<Pick<StoredObjectRow, "fullPath" | "timeCreated">[]> {
  const { fullPath, timeCreated, contentType, sizeBytes } = storedObjects;
  return await tx
    .select({ fullPath, timeCreated })
    .from(storedObjects)
    .where(
      and(
        eq(storedObjects.bucket, bucket),
        like(fullPath, `${prefix.replace(/[\\%_]/g, "\\$&")}%`),
        inArray(contentType, [...contentTypes]),
        lte(sizeBytes, sizeBytesMax),
      ),
    )
    .orderBy(desc(timeCreated), desc(fullPath))
    .limit(limit);
}

/** Stores the object, replacing an older one of the same name. */
export async function replaceStoredObject(tx: Tx, row: typeof storedObjects.$inferInsert): Promise<StoredObjectRow> {
  const { bucket, fullPath, ...values } = row;
  const [stored] = await tx
    .insert(storedObjects)
    .values(row)
    .onConflictDoUpdate({ target: [storedObjects.bucket, storedObjects.fullPath], set: values })
    .returning();
  return stored!;
}

export async function findStoredObjectByKey(tx: Tx, storageKey: string): Promise<StoredObjectRow | null> {
  const [row] = await tx.select().from(storedObjects).where(eq(storedObjects.storageKey, storageKey));
  return row ?? null;
}

/** Records the hashes of exactly these bytes; does nothing when the object was replaced meanwhile. */
export async function setHashes(
  tx: Tx,
  storageKey: string,
  hashes: { readonly md5Hash: string | undefined; readonly sha256: string },
): Promise<void> {
  await tx.update(storedObjects).set(hashes).where(eq(storedObjects.storageKey, storageKey));
}
