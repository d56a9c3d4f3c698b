import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { connect } from "../../db/connection.ts";
import { startEmbeddedPostgres } from "../../platform/embedded-postgres/embedded-postgres.ts";
import type { ReleaseFolder } from "./release-folder.ts";

/** Folders that the server fills anew, and the database, which is read as rows. */
const leftOut = /^(postgres|mail)(\/|$)|^server\.lock$/;
const silent = { info: () => {}, error: () => {} };

/** Reads the data folder of a server that has stopped. */
export async function dumpFolder(dataDir: string): Promise<Pick<ReleaseFolder, "tables" | "sequences" | "files">> {
  return { ...(await dumpDatabase(dataDir)), files: readFiles(dataDir) };
}

async function dumpDatabase(dataDir: string): Promise<Pick<ReleaseFolder, "tables" | "sequences">> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), log: silent });
  const database = connect(postgres.connection, 1);
  try {
    const tables: Record<string, string> = {};
    const names = await database.unsafe<{ name: string }[]>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'drizzle', 'graphile_worker') and tablename <> 'migrations' order by 1`,
    );
    for (const { name } of names) {
      const [row] = await database.unsafe<{ rows: string | null }[]>(
        `select json_agg(to_json(t))::text as rows from ${name} t`,
      );
      if (row?.rows != null) tables[name] = row.rows;
    }
    const sequences = await database.unsafe<{ name: string; next: string }[]>(
      `select format('%I.%I', schemaname, sequencename) as name, (last_value + increment_by)::text as next
       from pg_sequences where last_value is not null and schemaname in ('public', 'drizzle', 'graphile_worker')`,
    );
    return { tables, sequences: Object.fromEntries(sequences.map(({ name, next }) => [name, next])) };
  } finally {
    await database.end();
    await postgres.stop();
  }
}

function readFiles(dataDir: string): Record<string, string> {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths
      .map((path) => [relative(dataDir, path).split(sep).join("/"), path] as const)
      .filter(([name]) => !leftOut.test(name))
      .map(([name, path]) => [name, readFileSync(path).toString("base64")]),
  );
}
