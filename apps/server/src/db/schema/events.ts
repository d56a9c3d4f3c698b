import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";

/** The outbox: what happened and has not yet reached every listener. The last delivery deletes the row. */
export const events = pgTable(
  "events",
  {
    position: bigint("position", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Events of one stream are delivered in order: a team's, or those about one thing outside teams. */
    stream: text("stream").notNull(),
    event: jsonb("event").$type<{ readonly id: string; readonly type: string; readonly at: string }>().notNull(),
    /** Names of the listeners that have handled it. */
    deliveredTo: text("delivered_to").array().notNull().default(sql`'{}'`),
  },
  (table) => [index("events_stream").on(table.stream, table.position)],
);
