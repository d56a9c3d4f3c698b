import type { Audience } from "@blueprint/contract/audiences";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./column-types.ts";

/** Rights to open one conversation with a place's guide. A row is deleted when its ticket is used. */
export const guideTickets = pgTable(
  "guide_tickets",
  {
    tokenHash: text("token_hash").primaryKey(),
    slug: text("slug").notNull(),
    /** What opened the place, besides a session. */
    credentials: jsonb("credentials").$type<{ pass?: string; key?: string; as?: Audience }>().notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("guide_tickets_expiry").on(table.expiresAt)],
);
