import type { ScanId } from "@blueprint/contract/ids";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { scans } from "../../db/schema/scans.ts";
import { storedObjects } from "../../db/schema/uploads.ts";
import type { StoredObjectRow } from "./stored-files.service.ts";

export type ObjectDescription = Pick<
  StoredObjectRow,
  "cacheControl" | "contentDisposition" | "contentEncoding" | "contentLanguage" | "contentType" | "customMetadata"
>;

export async function setObjectDescription(
  tx: Tx,
  { bucket, fullPath, metageneration }: StoredObjectRow,
  description: ObjectDescription,
  now: Date,
): Promise<StoredObjectRow> {
  const [row] = await tx
    .update(storedObjects)
    .set({ ...description, metageneration: metageneration + 1, updated: now })
    .where(and(eq(storedObjects.bucket, bucket), eq(storedObjects.fullPath, fullPath)))
    .returning();
  return row!;
}

/** Deletes the object's row. @returns its storage key, or null when there was none */
export async function deleteObjectRow(tx: Tx, bucket: string, fullPath: string): Promise<string | null> {
  const [row] = await tx
    .delete(storedObjects)
    .where(and(eq(storedObjects.bucket, bucket), eq(storedObjects.fullPath, fullPath)))
    .returning({ storageKey: storedObjects.storageKey });
  return row?.storageKey ?? null;
}

export async function isKeyInUse(tx: Tx, storageKey: string): Promise<boolean> {
  const rows = await tx
    .select({ storageKey: storedObjects.storageKey })
    .from(storedObjects)
    .where(eq(storedObjects.storageKey, storageKey));
  return rows.length > 0;
}

/** A deleted scan's original is gone with it, though its row stays. */
export async function isScanThere(tx: Tx, scanId: ScanId): Promise<boolean> {
  const rows = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.id, scanId), isNull(scans.deletedAt)));
  return rows.length > 0;
}

export interface ListedEntry {
  /** Name of a file, or of a folder with the trailing delimiter. */
  entry: string;
  isFolder: boolean;
}

/**
 * Files whose name starts with the prefix, in byte order; names with a further delimiter are grouped as one folder.
 * @param after the last entry of the page before
 */
export async function listEntries(
  tx: Tx,
  { bucket, prefix, delimiter, after }: { bucket: string; prefix: string; delimiter: string; after: string },
  rowsMax: number,
): Promise<ListedEntry[]> {
  const rest: SQL = sql`substr(full_path, ${[...prefix].length + 1}::int)`;
  const at: SQL = delimiter === "" ? sql`0` : sql`strpos(${rest}, ${delimiter}::text)`;
  // Bounds in byte order let the query use the index.
  const { rows } = await tx.execute<{ entry: string; is_folder: boolean }>(sql`
    select entry, is_folder from (
      select distinct
        case when ${at} > 0
          then ${prefix}::text || substr(${rest}, 1, ${at} - 1 + ${[...delimiter].length}::int)
          else full_path end as entry,
        ${at} > 0 as is_folder
      from stored_objects o
      where bucket = ${bucket} and full_path ~>=~ ${prefix}::text and full_path ~<~ ${`${prefix}\u{10ffff}`}::text
        and full_path ~>~ ${after}::text
        and not exists (
          select 1 from scans s where s.upload_name = o.full_path and s.team_id = o.team_id and s.deleted_at is not null)
    ) entries
    where entry ~>~ ${after}::text
    order by entry using ~<~
    limit ${rowsMax}`);
  return rows.map((row) => ({ entry: row.entry, isFolder: row.is_folder }));
}
