import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { installChangeNotices } from "./change-notices.ts";
import { connect, type DatabaseConnection, toPoolOptions } from "./connection.ts";
import type { Sql } from "./sql.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
/** Arbitrary, but the same in every server. A backup holds it shared while it reads the tables. */
export const migrationLockKey = 7_202_611;
const versionPattern = /^Blueprint (\S+), migration (\S+)$/;

/** A newer Blueprint has changed the database in a way this version does not know. */
export class DatabaseTooNewError extends Error {
  constructor(written: { version: string; migration: string }, own: { version: string; migration: string }) {
    super(
      `The database was written by ${written.version}, up to the migration ${written.migration}. This is Blueprint ${own.version}, which knows migrations up to ${own.migration}. Nothing was changed. Start the version that wrote it, or a newer one.`,
    );
    this.name = "DatabaseTooNewError";
  }
}

/**
 * Brings the schema up to date: ours, the job queue's, and the change triggers. Safe when several servers start at
 * once: drizzle's migrator takes no lock, so an advisory lock on a separate connection guards it.
 * @throws DatabaseTooNewError before anything is changed
 */
export async function migrateDatabase(connection: DatabaseConnection): Promise<void> {
  const sql = connect(connection, 1);
  const pool = new pg.Pool({ ...toPoolOptions(connection), max: 1 });
  // A connection that breaks fails the query it carries; without a listener it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await sql`select pg_advisory_lock(${migrationLockKey})`;
    const own = readOwnVersion();
    await requireNoRestore(sql);
    await requireKnownMigrations(sql, own);
    await migrate(drizzle(sql.pool), { migrationsFolder });
    await runMigrations({ pgPool: pool });
    await installChangeNotices(sql);
    // Lets an older version that is later started on this database name the version that changed it.
    const note = `Blueprint ${own.version}, migration ${own.migration}`;
    const [table] = await sql<
      { note: string | null }[]
    >`select obj_description('drizzle.__drizzle_migrations'::regclass) as note`;
    if (table?.note !== note) await sql.unsafe(`comment on table drizzle.__drizzle_migrations is '${note}'`);
  } finally {
    await pool.end();
    await sql.end();
  }
}

/** This schema is in a database while it is being restored, and stays there if that is interrupted. */
export const restoreMarker = "restore_unfinished";

export async function isRestoreUnfinished(sql: Sql): Promise<boolean> {
  const [found] = await sql`select 1 from pg_namespace where nspname = ${restoreMarker}`;
  return found !== undefined;
}

async function requireNoRestore(sql: Sql): Promise<void> {
  if (!(await isRestoreUnfinished(sql))) return;
  throw new Error(
    "A backup was being restored into this installation and parts are missing. Run npm run restore again: it starts over.",
  );
}

export interface OwnVersion {
  readonly version: string;
  /** Name of the newest migration. */
  readonly migration: string;
  /** When each migration was made; the database identifies migrations by this time. */
  readonly times: ReadonlySet<number>;
}

export function readOwnVersion(): OwnVersion {
  const { version } = readJson<{ version: string }>(new URL("../../package.json", import.meta.url));
  const journal = new URL("./migrations/meta/_journal.json", import.meta.url);
  const { entries } = readJson<{ entries: { when: number; tag: string }[] }>(journal);
  return { version, migration: entries.at(-1)?.tag ?? "none", times: new Set(entries.map(({ when }) => when)) };
}

function readJson<Content>(file: URL): Content {
  return JSON.parse(readFileSync(file, "utf8")) as Content;
}

/** @throws DatabaseTooNewError */
export async function requireKnownMigrations(sql: Sql, own: OwnVersion): Promise<void> {
  const [table] = await sql<
    { id: string | null; note: string | null }[]
  >`select id, obj_description(id) as note from to_regclass('drizzle.__drizzle_migrations') as id`;
  if (table == null || table.id === null) return;
  const applied = await sql<{ at: string }[]>`
    select created_at as at from drizzle.__drizzle_migrations order by created_at`;
  const unknown = applied.map(({ at }) => Number(at)).filter((at) => !own.times.has(at));
  const newest = unknown.at(-1);
  if (newest === undefined) return;
  const [, version, migration] = versionPattern.exec(table.note ?? "") ?? [];
  throw new DatabaseTooNewError(
    {
      version: version === undefined ? "another version of Blueprint" : `Blueprint ${version}`,
      migration: migration ?? `of ${new Date(newest).toISOString()}`,
    },
    own,
  );
}
