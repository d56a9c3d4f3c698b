import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { type Sql, useOneConnection } from "./sql.ts";

export type Database = NodePgDatabase;
/** A transaction or the database itself: the first argument of every repository function. */
export type Tx = Database | Parameters<Parameters<Database["transaction"]>[0]>[0];

export function createDatabase({ pool }: Sql): Database {
  const db = drizzle(pool);
  db.transaction = (work, options) => useOneConnection(pool, (client) => drizzle(client).transaction(work, options));
  return db;
}
