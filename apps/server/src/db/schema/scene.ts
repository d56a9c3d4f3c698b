import { bigint, bigserial, index, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { bytea, instant } from "./column-types.ts";

/** Every edit of every blueprint document, append-only: the history and the proof that nothing is lost. */
export const sceneUpdates = pgTable(
  "scene_updates",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    /** A Yjs update, version 1 encoding. */
    update: bytea("update").notNull(),
    authorId: uuid("author_id").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("scene_updates_blueprint").on(table.blueprintId, table.id)],
);

/** The document as of an update, so that opening it does not replay its whole history. */
export const sceneSnapshots = pgTable("scene_snapshots", {
  blueprintId: uuid("blueprint_id")
    .primaryKey()
    .references(() => blueprints.id, { onDelete: "cascade" }),
  state: bytea("state").notNull(),
  throughUpdateId: bigint("through_update_id", { mode: "number" }).notNull(),
  schemaVersion: integer("schema_version").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
