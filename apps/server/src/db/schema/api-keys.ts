import type { ApiScope } from "@blueprint/contract/api-scopes";
import { foreignKey, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./column-types.ts";
import { teamMembers } from "./teams.ts";

/** API keys. Only the SHA-256 of a key is stored. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id").notNull(),
    createdBy: uuid("created_by").notNull(),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    prefix: text("prefix").notNull(),
    scopes: jsonb("scopes").$type<ApiScope[]>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
    lastUsedAddress: text("last_used_address"),
  },
  (table) => [
    // A key acts for a member: it is deleted with the membership, however that ends.
    foreignKey({
      name: "api_keys_membership",
      columns: [table.teamId, table.createdBy],
      foreignColumns: [teamMembers.teamId, teamMembers.userId],
    }).onDelete("cascade"),
    index("api_keys_team_creator").on(table.teamId, table.createdBy),
  ],
);
