import type { Audience } from "@blueprint/contract/audiences";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";

/** Rights to open one conversation with the guide of a place or a draft. A row is deleted when its ticket is used. */
export const guideTickets = pgTable(
  "guide_tickets",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** Of a published place; null for a draft. */
    slug: text("slug"),
    /** The blueprint whose draft it is about; null for a published place. */
    draftOf: uuid("draft_of").references(() => blueprints.id, { onDelete: "cascade" }),
    /** What opened the place, besides a session. */
    credentials: jsonb("credentials").$type<{ pass?: string; key?: string; as?: Audience }>().notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("guide_tickets_expiry").on(table.expiresAt)],
);
