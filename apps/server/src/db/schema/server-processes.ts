import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./column-types.ts";

/**
 * Servers on this database and when each was last alive, by the database's clock; jobs locked by a dead server are
 * released. The columns after `heartbeatAt` say what servers must have in common. Those of an earlier version leave
 * them empty.
 */
export const serverProcesses = pgTable("server_processes", {
  id: text("id").primaryKey(),
  startedAt: instant("started_at").notNull(),
  heartbeatAt: instant("heartbeat_at").notNull(),
  version: text("version"),
  role: text("role"),
  /** Machine and data folder: one server at a time. */
  place: text("place"),
  publicUrl: text("public_url"),
  /** The bucket, without credentials; null for files in the data folder. */
  storage: text("storage"),
  hasRedis: boolean("has_redis"),
  secretsHash: text("secrets_hash"),
});
