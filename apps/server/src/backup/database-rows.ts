import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { escapeIdentifier, type PoolClient } from "pg";
import { type CopyToStreamQuery, from as copyFrom, to as copyTo } from "pg-copy-streams";
import { type Manifest, type StoredTable, tablePath } from "./backup-folder.ts";
import { hashStream, writeHashed } from "./hashed-files.ts";

/**
 * Everything that is written to. What the job queue's library knows of its own migrations is left to it. The shared keys
 * are encrypted with a key that the restored installation need not have: a backup has its own file for them. Running servers are not part of it,
 * nor are salts of visits: they must not outlive their day.
 */
const ownTables = `
  select n.nspname as schema, c.relname as table,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'drizzle', 'graphile_worker')
    and (n.nspname, c.relname) not in
      (('graphile_worker', 'migrations'), ('public', 'installation_secrets'), ('public', 'server_processes'),
        ('public', 'place_visit_salts'))
  order by 1, 2`;

/** Rows are text that depends on these settings, whatever the database's own are. */
const plainText = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8'`;

type TableColumns = Pick<StoredTable, "schema" | "table" | "columns">;

const nameOf = ({ schema, table }: TableColumns) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
const copyOf = (table: TableColumns) => `copy ${nameOf(table)} (${table.columns.map(escapeIdentifier).join(", ")})`;

export async function usePlainText(client: PoolClient): Promise<void> {
  await client.query(plainText);
}

/** A table's rows as text. A connection that was closed fails it before anyone reads: that ends the stream, not the process. */
function copyOut(client: PoolClient, table: TableColumns): CopyToStreamQuery {
  const rows = client.query(copyTo(`${copyOf(table)} to stdout`));
  rows.on("error", (error) => rows.destroy(error));
  return rows;
}

/** Writes every row into the folder, in the client's transaction. */
export async function dumpTables(client: PoolClient, dir: string): Promise<StoredTable[]> {
  const { rows: tables } = await client.query<TableColumns>(ownTables);
  const dumped: StoredTable[] = [];
  for (const table of tables) {
    const rows = copyOut(client, table);
    const written = await writeHashed(join(dir, tablePath(table)), rows);
    dumped.push({ ...table, rows: rows.rowCount ?? 0, ...written });
  }
  return dumped;
}

/** Sequences belong to no transaction: read after the tables, none is behind a row. */
export async function dumpSequences(client: PoolClient): Promise<Manifest["sequences"]> {
  const { rows: names } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname in ('public', 'drizzle', 'graphile_worker') order by 1`);
  const sequences: Manifest["sequences"] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isUsed: boolean }>(
      `select last_value::text as value, is_called as "isUsed" from ${name}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/**
 * Fills the tables in the client's transaction. Foreign keys are dropped for the moment and checked when they return;
 * triggers do nothing.
 */
export async function loadTables(client: PoolClient, dir: string, tables: readonly StoredTable[]): Promise<void> {
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace in ('public'::regnamespace, 'drizzle'::regnamespace, 'graphile_worker'::regnamespace)`);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) {
    await client.query(`alter table ${nameOf(table)} disable trigger user`);
    await client.query(`delete from ${nameOf(table)}`);
    const target = client.query(copyFrom(`${copyOf(table)} from stdin`));
    await pipeline(createReadStream(join(dir, tablePath(table))), target);
    await client.query(`alter table ${nameOf(table)} enable trigger user`);
  }
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

export async function loadSequences(client: PoolClient, sequences: Manifest["sequences"]): Promise<void> {
  for (const { name, value, isUsed } of sequences)
    await client.query("select setval($1::regclass, $2::bigint, $3)", [name, value, isUsed]);
}

/** Reads the rows back. @throws Error that names the first table that differs from the backup */
export async function requireSameRows(client: PoolClient, tables: readonly StoredTable[]): Promise<void> {
  for (const table of tables) {
    const rows = copyOut(client, table);
    const { sha256 } = await hashStream(rows);
    if (sha256 !== table.sha256 || rows.rowCount !== table.rows)
      throw new Error(`The table ${nameOf(table)} isn't what the backup contains. Run the restore again.`);
  }
}
