import type { PoolClient } from "pg";
import type { ObjectStorage } from "../platform/storage/object-storage.ts";
import { forEachOf } from "./hashed-files.ts";

export interface StoredKeys {
  /** Objects to copy. */
  readonly keys: readonly string[];
  /** Objects and folders that the storage should have, but doesn't. */
  readonly missing: readonly string[];
}

const keyColumns = `
  select format('select %I as key from %I.%I where %I is not null', column_name, table_schema, table_name, column_name) as query
  from information_schema.columns
  where table_schema = 'public' and column_name in ('storage_key', 'original_key', 'photo_key', 'logo_key')`;

/** Originals of removed scans. Their rows stay when their bytes are deleted after 30 days. */
const removedOriginals = `
  select original_key as key from scans where original_key is not null
  group by original_key having bool_and(deleted_at is not null)`;

/**
 * Folders of converted scans: the present ones, those that versions show, and those that visitors of a version may still
 * be reading. Needed are the first two, except for removed scans.
 */
const deliveries = `
  select folder, bool_or(is_needed) as "isNeeded" from (
    select delivery_prefix, deleted_at is null from scans
    union all
    select scan ->> 'deliveryPrefix', true from blueprint_versions, jsonb_array_elements(scans) as scan
    union all
    select jsonb_array_elements_text(scan -> 'formerPrefixes'), false
    from blueprint_versions, jsonb_array_elements(scans) as scan
  ) as folders (folder, is_needed)
  where folder is not null group by folder`;

/** Which objects the rows of the client's transaction refer to. */
export async function listStoredKeys(client: PoolClient, storage: ObjectStorage): Promise<StoredKeys> {
  const { rows: queries } = await client.query<{ query: string }>(keyColumns);
  const { rows: named } = await client.query<{ key: string }>(queries.map(({ query }) => query).join(" union "));
  const { rows: removed } = await client.query<{ key: string }>(removedOriginals);
  const { rows: folders } = await client.query<{ folder: string; isNeeded: boolean }>(deliveries);
  const mayBeGone = new Set(removed.map(({ key }) => key));
  const keys = new Set<string>();
  const missing: string[] = [];
  await forEachOf(named, async ({ key }) => {
    if ((await storage.head(key)) !== null) keys.add(key);
    else if (!mayBeGone.has(key)) missing.push(key);
  });
  await forEachOf(folders, async ({ folder, isNeeded }) => {
    let isEmpty = true;
    for await (const { key } of storage.list(`${folder}/`)) {
      keys.add(key);
      isEmpty = false;
    }
    if (isEmpty && isNeeded) missing.push(`${folder}/`);
  });
  return { keys: [...keys], missing: missing.sort() };
}
