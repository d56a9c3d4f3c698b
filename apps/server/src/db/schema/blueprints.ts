import type { visibilities } from "@blueprint/contract/blueprints";
import type { PublishedScene } from "@blueprint/contract/published";
import type { Industry } from "@blueprint/contract/users";
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

export const blueprints = pgTable(
  "blueprints",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id),
    slug: text("slug").notNull().unique(),
    name: text("name").notNull(),
    industry: text("industry").$type<Industry>().notNull(),
    description: text("description").notNull().default(""),
    address: text("address").notNull().default(""),
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    visibility: text("visibility").$type<(typeof visibilities)[number]>().notNull().default("team"),
    /** Number of the version being served; null while nothing is. */
    publishedVersion: integer("published_version"),
    latestVersion: integer("latest_version").notNull().default(0),
    archivedAt: instant("archived_at"),
    binnedAt: instant("binned_at"),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("blueprints_team_updated").on(table.teamId, table.updatedAt.desc(), table.id)],
);

/** Frozen versions; never changed, never deleted while their blueprint lives. */
export const blueprintVersions = pgTable(
  "blueprint_versions",
  {
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    name: text("name").notNull(),
    industry: text("industry").$type<Industry>().notNull(),
    description: text("description").notNull(),
    address: text("address").notNull(),
    scene: jsonb("scene").$type<PublishedScene>().notNull(),
    /** Scans as they were shown, by the storage prefix of their converted files. */
    scans: jsonb("scans").$type<{ scanId: string; deliveryPrefix: string }[]>().notNull(),
    publishedBy: uuid("published_by").references(() => authUsers.id, { onDelete: "set null" }),
    publishedAt: instant("published_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.blueprintId, table.number] })],
);
