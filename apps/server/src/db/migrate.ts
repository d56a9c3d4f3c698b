import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { runMigrations } from "graphile-worker";
import postgres from "postgres";
import { installChangeNotices } from "./change-notices.ts";
import { type DatabaseConnection, toConnectionString, toDriverOptions } from "./connection.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
/** Any constant will do; it only has to be the same in every server. */
const migrationLockKey = 7_202_611;

/**
 * Brings the schema up to date: ours, the job queue's, and what announces changes. Safe when several servers start at once: drizzle's migrator
 * takes no lock of its own, so an advisory lock on a connection of its own stands around it.
 */
export async function migrateDatabase(connection: DatabaseConnection): Promise<void> {
  const sql = postgres({ ...toDriverOptions(connection), max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${migrationLockKey})`;
    await migrate(drizzle(sql), { migrationsFolder });
    await runMigrations({ connectionString: toConnectionString(connection) });
    await installChangeNotices(sql);
  } finally {
    await sql.end();
  }
}
