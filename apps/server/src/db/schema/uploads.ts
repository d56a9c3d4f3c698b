import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
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

/** A point from which an upload can be resumed: the hashes of the bytes before it, and where they are. */
export interface StagedPoint {
  readonly bytes: number;
  /** State of the MD5 of all bytes, in base64; null before the first byte. */
  readonly md5: string | null;
  /** The content hash of the bytes in whole parts; of all bytes, once the last part is stored. */
  readonly chain: { readonly bytes: number; readonly hash: string };
  /** The object with the bytes after the last whole part; null where there are none. */
  readonly tail: string | null;
}

/** Unfinished uploads in an object store: everything a server needs to continue one that another server began. */
export const stagedUploads = pgTable("staged_uploads", {
  uploadId: uuid("upload_id")
    .primaryKey()
    .references(() => uploads.id, { onDelete: "cascade" }),
  storageKey: text("storage_key").notNull(),
  partBytes: bigint("part_bytes", { mode: "number" }).notNull(),
  /** The store's id of the multipart upload; null before its first part. */
  multipartId: text("multipart_id"),
  /** The offset that the sender was told. */
  received: jsonb("received").$type<StagedPoint>().notNull(),
  /** The last offset verified against the sender's hash. */
  proven: jsonb("proven").$type<StagedPoint>().notNull(),
  /** Counts the takeovers: only the server with the latest turn may record anything. */
  turn: bigint("turn", { mode: "number" }).notNull().default(0),
  /** By the database's clock: no other server takes over before; null when nobody receives. */
  leasedUntil: instant("leased_until"),
});

/** The stored parts of an upload. All but the last have `partBytes`. */
export const stagedParts = pgTable(
  "staged_parts",
  {
    uploadId: uuid("upload_id")
      .notNull()
      .references(() => stagedUploads.uploadId, { onDelete: "cascade" }),
    /** From 1 on. */
    number: integer("number").notNull(),
    /** The store's name for the part's bytes. */
    tag: text("tag").notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.number] })],
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
