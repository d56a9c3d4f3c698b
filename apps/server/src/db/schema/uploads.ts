import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";
import { scans } from "./scans.ts";
import { teams } from "./teams.ts";

/** Resumable uploads. `receivedBytes` is what is certainly on disk; the staging file may be longer. */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid("id").primaryKey(),
    bucket: text("bucket").notNull(),
    fullPath: text("full_path").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "cascade" }),
    scanId: uuid("scan_id").references(() => scans.id, { onDelete: "cascade" }),
    state: text("state").$type<"active" | "final" | "cancelled">().notNull(),
    /** Declared by the client at the start; null otherwise. */
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    receivedBytes: bigint("received_bytes", { mode: "number" }).notNull().default(0),
    /** Bytes verified against the sender's content hash; the hash is kept to continue from there. */
    provenBytes: bigint("proven_bytes", { mode: "number" }).notNull().default(0),
    contentHash: text("content_hash"),
    /** Metadata as sent at the start, kept until the object is created. */
    metadata: jsonb("metadata").$type<Record<string, unknown>>().notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("uploads_state_updated").on(table.state, table.updatedAt),
    index("uploads_scan_id").on(table.scanId),
    index("uploads_team_id").on(table.teamId),
    index("uploads_user_id").on(table.userId),
  ],
);

/** Stored file metadata (spec §3). */
export const storedObjects = pgTable(
  "stored_objects",
  {
    bucket: text("bucket").notNull(),
    fullPath: text("full_path").notNull(),
    generation: bigint("generation", { mode: "number" }).notNull(),
    metageneration: bigint("metageneration", { mode: "number" }).notNull().default(1),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    timeCreated: instant("time_created").notNull(),
    updated: instant("updated").notNull(),
    md5Hash: text("md5_hash"),
    /** SHA-256 of the stored bytes in hex. */
    sha256: text("sha256"),
    /** The hash that sender and server agreed on; null when the sender sent none. */
    contentHash: text("content_hash"),
    cacheControl: text("cache_control"),
    contentDisposition: text("content_disposition"),
    contentEncoding: text("content_encoding"),
    contentLanguage: text("content_language"),
    contentType: text("content_type"),
    customMetadata: jsonb("custom_metadata").$type<Record<string, string>>(),
    /** Comma-separated when sent (spec §7). */
    downloadTokens: jsonb("download_tokens").$type<string[]>().notNull().default([]),
    storageKey: text("storage_key").notNull(),
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => authUsers.id, { onDelete: "set null" }),
  },
  (table) => [
    primaryKey({ columns: [table.bucket, table.fullPath] }),
    index("stored_objects_team_id").on(table.teamId),
    index("stored_objects_user_id").on(table.userId),
    // Folders are listed in byte order, whatever the database's collation.
    index("stored_objects_full_path").on(table.bucket, table.fullPath.op("text_pattern_ops")),
    index("stored_objects_storage_key").on(table.storageKey),
  ],
);
