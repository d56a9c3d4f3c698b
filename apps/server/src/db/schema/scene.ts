import { bigint, bigserial, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { bytea, instant } from "./column-types.ts";

/** The newest edits of every blueprint document, append-only. Compaction moves them to `scene_segments` as they are. */
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
    /** How many edits were merged into the update. */
    changeCount: integer("change_count").notNull().default(1),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("scene_updates_blueprint").on(table.blueprintId, table.id)],
);

/** Running totals of a document's edits, so that its size is known without summing a long history. */
export const sceneSizes = pgTable("scene_sizes", {
  blueprintId: uuid("blueprint_id")
    .primaryKey()
    .references(() => blueprints.id, { onDelete: "cascade" }),
  /** Bytes of all updates ever stored, before packing. */
  editBytes: bigint("edit_bytes", { mode: "number" }).notNull(),
});

/** What members with comment access added to a document's history, by day. Only their last day is kept. */
export const historyShares = pgTable(
  "history_shares",
  {
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    /** UTC. */
    day: date("day", { mode: "string" }).notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blueprintId, table.userId, table.day] }),
    index("history_shares_user").on(table.userId, table.day),
  ],
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

/** One author's edits without a long pause, as stored in a segment. Times are ISO 8601. */
export interface StoredEditRun {
  readonly authorId: string | null;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly changeCount: number;
  /** Id of the run's last update. */
  readonly throughUpdateId: number;
  /** Id of the run's first update; missing in segments packed before it was stored. */
  readonly fromUpdateId?: number;
}

/** Older edits, packed and compressed: every update with its id, author and time. Nothing is left out. */
export const sceneSegments = pgTable(
  "scene_segments",
  {
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    fromUpdateId: bigint("from_update_id", { mode: "number" }).notNull(),
    throughUpdateId: bigint("through_update_id", { mode: "number" }).notNull(),
    /** Who edited when, so that change sets can be listed without unpacking. */
    runs: jsonb("runs").$type<StoredEditRun[]>().notNull(),
    packed: bytea("packed").notNull(),
    /** Bytes of the updates before packing. */
    updateBytes: integer("update_bytes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.blueprintId, table.throughUpdateId] })],
);

/** The document as of selected past updates, so that looking back does not replay everything from the start. */
export const sceneKeyframes = pgTable(
  "scene_keyframes",
  {
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    throughUpdateId: bigint("through_update_id", { mode: "number" }).notNull(),
    /** A Yjs update, compressed. */
    packed: bytea("packed").notNull(),
  },
  (table) => [primaryKey({ columns: [table.blueprintId, table.throughUpdateId] })],
);

/** Named points in a document's history. */
export const sceneVersions = pgTable(
  "scene_versions",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    throughUpdateId: bigint("through_update_id", { mode: "number" }).notNull(),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("scene_versions_blueprint").on(table.blueprintId, table.throughUpdateId)],
);
