import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { connect, toPoolOptions } from "../../db/connection.ts";
import { startEmbeddedPostgres } from "../../platform/embedded-postgres/embedded-postgres.ts";
import type { ReleaseFolder } from "./release-folder.ts";

const migrationsDir = fileURLToPath(new URL("../../db/migrations", import.meta.url));
const silent = { info: () => {}, error: () => {} };
const dayMs = 24 * 3_600_000;

/** Whole days since the folder was written. */
export function countDaysSince({ writtenAt }: Pick<ReleaseFolder, "writtenAt">): number {
  return Math.floor((Date.now() - Date.parse(writtenAt)) / dayMs);
}

/**
 * Lays out a data folder as the earlier release left it, at its level of migrations. Every time in the database moves
 * by the same whole days, as if it had been written today: invitations, sessions and bins would be over otherwise.
 */
export async function restoreFolder(folder: ReleaseFolder, dataDir: string): Promise<void> {
  for (const [name, content] of Object.entries(folder.files)) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true });
    writeFileSync(join(dataDir, name), Buffer.from(content, "base64"));
  }
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), log: silent });
  const pool = new pg.Pool({ ...toPoolOptions(postgres.connection), max: 1 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const database = connect(postgres.connection, 1);
  try {
    await runMigrations({ pgPool: pool });
    await database.unsafe(`
      create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
    for (const statement of readMigrations(folder)) await database.unsafe(statement);
    // Rows come in any order, and no trigger changes them.
    await database.unsafe("set session_replication_role = replica");
    const days = countDaysSince(folder);
    for (const [table, rows] of Object.entries(folder.tables)) {
      const columns = await database.unsafe<{ name: string; type: string }[]>(
        `select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
         where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      );
      const names = columns.map(({ name }) => name).join(", ");
      const values = columns
        .map(({ name, type }) =>
          /^(timestamp|date)/.test(type) ? `(${name} + interval '${days} days')::${type}` : name,
        )
        .join(", ");
      await database.unsafe(
        `delete from ${table}; insert into ${table} (${names}) overriding system value
         select ${values} from json_populate_recordset(null::${table}, $rows$${rows}$rows$::json)`,
      );
    }
    for (const [sequence, next] of Object.entries(folder.sequences))
      await database.unsafe(`select setval('${sequence}', ${next}, false)`);
  } finally {
    await database.end();
    await pool.end();
    await postgres.stop();
  }
}

/** The statements of the migrations that the folder had seen. @throws when one of them has been edited since */
function readMigrations({ tables }: ReleaseFolder): string[] {
  const applied = JSON.parse(tables["drizzle.__drizzle_migrations"] ?? "[]") as { hash: string; created_at: number }[];
  const journal = readFileSync(join(migrationsDir, "meta", "_journal.json"), "utf8");
  const { entries } = JSON.parse(journal) as { entries: { when: number; tag: string }[] };
  return applied.flatMap(({ hash, created_at }) => {
    const tag = entries.find(({ when }) => when === created_at)?.tag;
    if (tag === undefined) throw new Error(`The migration of ${new Date(created_at).toISOString()} is gone.`);
    const text = readFileSync(join(migrationsDir, `${tag}.sql`), "utf8");
    if (createHash("sha256").update(text).digest("hex") !== hash)
      throw new Error(`The migration ${tag} differs from the one that data folders were written with.`);
    return text.split("--> statement-breakpoint");
  });
}
