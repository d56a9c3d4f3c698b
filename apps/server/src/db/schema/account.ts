import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { bytea, instant } from "./column-types.ts";

/** An address that somebody wants for their account and has not confirmed. The token is kept as its SHA-256 only. */
export const emailChanges = pgTable("email_changes", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  email: text("email").notNull(),
  tokenHash: text("token_hash").notNull().unique(),
  expiresAt: instant("expires_at").notNull(),
});

/** The one link with which somebody may choose a new password. The token is kept as its SHA-256 only. */
export const passwordResets = pgTable("password_resets", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  tokenHash: text("token_hash").notNull().unique(),
  expiresAt: instant("expires_at").notNull(),
});

/** Public keys of authenticators (WebAuthn). */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    /** base64url */
    credentialId: text("credential_id").notNull().unique(),
    publicKey: bytea("public_key").notNull(),
    /** Counts up in authenticators that count: one that goes back was copied. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<string[]>().notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("passkeys_user_id").on(table.userId)],
);

/** Questions that wait for a passkey's answer: each is answered once. */
export const passkeyChallenges = pgTable("passkey_challenges", {
  challenge: text("challenge").primaryKey(),
  /** Who makes a passkey or confirms who they are; null for signing in. */
  userId: uuid("user_id").references(() => authUsers.id, { onDelete: "cascade" }),
  expiresAt: instant("expires_at").notNull(),
});

/** The last export that somebody asked for. */
export const accountExports = pgTable("account_exports", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  id: uuid("id").notNull(),
  state: text("state").$type<"making" | "ready" | "failed">().notNull(),
  storageKey: text("storage_key"),
  sizeBytes: bigint("size_bytes", { mode: "number" }),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
});
