import type { webDomainMethods } from "@blueprint/contract/web-domains";
import { pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

/** Web domains of teams. Short links may lead to confirmed ones. */
export const webDomains = pgTable(
  "web_domains",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    domain: text("domain").notNull(),
    token: text("token").notNull(),
    method: text("method").$type<(typeof webDomainMethods)[number]>(),
    confirmedAt: instant("confirmed_at"),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [unique("web_domains_team_domain").on(table.teamId, table.domain)],
);
