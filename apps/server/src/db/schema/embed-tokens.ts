import type { EmbedFigure, EmbedRangeDays, EmbedScope } from "@blueprint/contract/embed-tokens";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

/** What other sites may show. The token itself is signed, not stored: this row decides what it opens. */
export const embedTokens = pgTable(
  "embed_tokens",
  {
    id: uuid("id").primaryKey(),
    /** The team that created it. It opens nothing while the blueprint belongs to another. */
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    scope: text("scope").$type<EmbedScope>().notNull(),
    figures: jsonb("figures").$type<EmbedFigure[]>().notNull(),
    days: integer("days").$type<EmbedRangeDays>().notNull(),
    origins: jsonb("origins").$type<string[]>().notNull(),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [
    index("embed_tokens_blueprint").on(table.blueprintId, descending(table.createdAt), descending(table.id)),
    index("embed_tokens_team").on(table.teamId),
  ],
);
