import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { bytea, instant } from "./column-types.ts";

/** A requested, unconfirmed e-mail address for an account. Only the token's SHA-256 is stored. */
export const emailChanges = pgTable("email_changes", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  email: text("email").notNull(),
  tokenHash: text("token_hash").notNull().unique(),
  expiresAt: instant("expires_at").notNull(),
});

/** The one valid link for choosing a new password. Only the token's SHA-256 is stored. */
export const passwordResets = pgTable("password_resets", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  tokenHash: text("token_hash").notNull().unique(),
  expiresAt: instant("expires_at").notNull(),
});

/** Kinds of devices from which a person has signed in: they are told of new ones. Sessions expire, this stays. */
export const knownDevices = pgTable(
  "known_devices",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    /** In words, such as "Firefox on Windows". */
    device: text("device").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
);

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
    /** Increases in authenticators that count: a value that goes back reveals a copy. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<string[]>().notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("passkeys_user_id").on(table.userId)],
);

/** Challenges that wait for a passkey's response; each can be answered once. */
export const passkeyChallenges = pgTable("passkey_challenges", {
  challenge: text("challenge").primaryKey(),
  /** The user who adds a passkey or reauthenticates; null for sign-in. */
  userId: uuid("user_id").references(() => authUsers.id, { onDelete: "cascade" }),
  expiresAt: instant("expires_at").notNull(),
});

/** The user's latest requested export. */
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
