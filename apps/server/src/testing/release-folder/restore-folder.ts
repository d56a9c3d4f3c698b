import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { connect } from "../../db/connection.ts";
import { type AppliedMigration, replayMigrations } from "../../db/replay-migrations.ts";
import { startEmbeddedPostgres } from "../../platform/embedded-postgres/embedded-postgres.ts";
import type { ReleaseFolder } from "./release-folder.ts";

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
  const database = connect(postgres.connection, 1);
  try {
    await replayMigrations(database, postgres.connection, listMigrations(folder));
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
    await postgres.stop();
  }
}

function listMigrations({ tables }: ReleaseFolder): AppliedMigration[] {
  const applied = JSON.parse(tables["drizzle.__drizzle_migrations"] ?? "[]") as { hash: string; created_at: number }[];
  return applied.map(({ hash, created_at }) => ({ hash, createdAt: created_at }));
}
