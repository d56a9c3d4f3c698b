import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { type DatabaseConnection, toPoolOptions } from "./connection.ts";
import type { Sql } from "./sql.ts";

const migrationsDir = fileURLToPath(new URL("./migrations", import.meta.url));

/** A migration as drizzle records it in the database that it changed. */
export interface AppliedMigration {
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/**
 * Gives an empty database the tables of an earlier release, without rows: those of exactly these migrations, and the
 * job queue's at its present level, which its library migrates itself.
 * @throws when one of the migrations is unknown or has been edited since
 */
export async function replayMigrations(
  sql: Sql,
  connection: DatabaseConnection,
  applied: readonly AppliedMigration[],
): Promise<void> {
  const statements = applied.flatMap(readStatements);
  const pool = new pg.Pool({ ...toPoolOptions(connection), max: 1 });
  // A connection that breaks fails the query it carries; without a listener it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
  await sql.unsafe(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const statement of statements) await sql.unsafe(statement);
}

function readStatements({ hash, createdAt }: AppliedMigration): string[] {
  const journal = readFileSync(`${migrationsDir}/meta/_journal.json`, "utf8");
  const { entries } = JSON.parse(journal) as { entries: { when: number; tag: string }[] };
  const tag = entries.find(({ when }) => when === createdAt)?.tag;
  if (tag === undefined) throw new Error(`This release has no migration of ${new Date(createdAt).toISOString()}.`);
  const text = readFileSync(`${migrationsDir}/${tag}.sql`, "utf8");
  if (createHash("sha256").update(text).digest("hex") !== hash)
    throw new Error(`The migration ${tag} differs from the one that the database was written with.`);
  return text.split("--> statement-breakpoint");
}
