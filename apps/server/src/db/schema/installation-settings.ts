import type { InstallationSettings, SettingValue } from "@blueprint/contract/installation-settings";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";

/** One row, from the first change on. Missing fields have their defaults. */
export const installationSettings = pgTable(
  "installation_settings",
  {
    isTheOne: boolean("is_the_one").primaryKey().default(true),
    version: integer("version").notNull(),
    settings: jsonb("settings").$type<Partial<InstallationSettings>>().notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [check("installation_settings_one", sql`${table.isTheOne}`)],
);

/** Who changed what, with old and new value; rows are written in the transaction of the change and never updated. */
export const installationChanges = pgTable(
  "installation_changes",
  {
    id: uuid("id").primaryKey(),
    at: instant("at").notNull(),
    /** Null once the account is deleted; the name stays as it was at the time. */
    actorId: uuid("actor_id").references(() => authUsers.id, { onDelete: "set null" }),
    actorName: text("actor_name").notNull(),
    fields: jsonb("fields").$type<{ name: string; from: SettingValue; to: SettingValue }[]>().notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
  },
  (table) => [index("installation_changes_at").on(table.at.desc(), table.id.desc())],
);
