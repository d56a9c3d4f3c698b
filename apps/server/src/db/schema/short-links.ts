import type { ShortLinkTarget } from "@blueprint/contract/short-links";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";

/** Codes that open a place or something in it. A row is never deleted: its code may hang on a wall. */
export const shortLinks = pgTable(
  "short_links",
  {
    id: uuid("id").primaryKey(),
    /** Null once the blueprint is permanently deleted. */
    blueprintId: uuid("blueprint_id").references(() => blueprints.id, { onDelete: "set null" }),
    code: text("code").notNull().unique(),
    label: text("label").notNull(),
    targetKind: text("target_kind").$type<ShortLinkTarget["kind"]>().notNull(),
    /** As in the place's address; empty for the place itself. */
    targetValue: text("target_value").notNull(),
    expiresAt: instant("expires_at"),
    retiredAt: instant("retired_at"),
    retiredMessage: text("retired_message").notNull().default(""),
    useCount: integer("use_count").notNull().default(0),
    lastUsedAt: instant("last_used_at"),
    /** Of a sign: since when its first use is awaited, which shows that it hangs. */
    awaitedSince: instant("awaited_since"),
    /** First use since then. */
    arrivedAt: instant("arrived_at"),
    /** Since when published versions lack the target, as far as editors were notified. */
    brokenSince: instant("broken_since"),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("short_links_blueprint").on(table.blueprintId, descending(table.createdAt), descending(table.id))],
);
