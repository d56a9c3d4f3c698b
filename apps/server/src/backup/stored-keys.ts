import type { PoolClient } from "pg";
import type { ObjectStorage } from "../platform/storage/object-storage.ts";

export interface StoredKeys {
  /** Objects to copy. */
  readonly keys: readonly string[];
  /** Objects and folders that rows refer to, but the storage doesn't have. */
  readonly missing: readonly string[];
}

const keyColumns = `
  select format('select %I as key from %I.%I where %I is not null', column_name, table_schema, table_name, column_name) as query
  from information_schema.columns
  where table_schema = 'public' and column_name in ('storage_key', 'original_key', 'photo_key')`;

/** Published versions name the folders that they show within their scenes. */
const shownFolders = `
  select distinct (regexp_matches(scene::text || coalesce(audience_scenes::text, ''), 'deliveries/[0-9a-f-]{36}/[0-9]+', 'g'))[1] as folder
  from blueprint_versions`;

/** Which objects the rows of the client's transaction refer to. */
export async function listStoredKeys(client: PoolClient, storage: ObjectStorage): Promise<StoredKeys> {
  const { rows: queries } = await client.query<{ query: string }>(keyColumns);
  const { rows: named } = await client.query<{ key: string }>(queries.map(({ query }) => query).join(" union "));
  const { rows: delivered } = await client.query<{ folder: string }>(
    "select distinct delivery_prefix as folder from scans where delivery_prefix is not null",
  );
  const { rows: shown } = await client.query<{ folder: string }>(shownFolders);
  const keys = new Set<string>();
  const missing: string[] = [];
  for (const { key } of named) {
    if ((await storage.head(key)) === null) missing.push(key);
    else keys.add(key);
  }
  const current = new Set(delivered.map(({ folder }) => folder));
  for (const folder of new Set([...current, ...shown.map(({ folder }) => folder)])) {
    let isEmpty = true;
    for await (const { key } of storage.list(`${folder}/`)) {
      keys.add(key);
      isEmpty = false;
    }
    // A version also names folders that were replaced and have been removed since.
    if (isEmpty && current.has(folder)) missing.push(`${folder}/`);
  }
  return { keys: [...keys], missing };
}
