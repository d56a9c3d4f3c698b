import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./column-types.ts";

/** How often something failed and when it may be tried again. Times are the database's own. */
export const attempts = pgTable(
  "attempts",
  {
    /** A keyed hash of what is guarded: the row reveals no account, place or mailbox. */
    keyHash: text("key_hash").primaryKey(),
    failures: integer("failures").notNull(),
    lastAt: instant("last_at").notNull(),
    nextAt: instant("next_at").notNull(),
  },
  (table) => [index("attempts_last_at").on(table.lastAt)],
);
