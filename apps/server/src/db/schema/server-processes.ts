import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./column-types.ts";

/** Servers on this database and when each was last alive; jobs locked by a dead server are released. */
export const serverProcesses = pgTable("server_processes", {
  id: text("id").primaryKey(),
  startedAt: instant("started_at").notNull(),
  heartbeatAt: instant("heartbeat_at").notNull(),
});
