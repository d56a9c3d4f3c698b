import type { NotificationDelivery, NotificationKind } from "@blueprint/contract/notifications";
import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

/** The inbox. Mail and push are sent in addition, never instead. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "cascade" }),
    kind: text("kind").$type<NotificationKind>().notNull(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    /** Path of the link target, from the root. */
    path: text("path"),
    createdAt: instant("created_at").notNull(),
    readAt: instant("read_at"),
    /** Waits for the next digest. */
    inNextDigest: boolean("in_next_digest").notNull().default(false),
  },
  (table) => [
    index("notifications_inbox").on(table.userId, descending(table.createdAt), descending(table.id)),
    index("notifications_unread").on(table.userId).where(sql`read_at is null`),
    index("notifications_digest").on(table.userId).where(sql`in_next_digest`),
  ],
);

export const notificationSettings = pgTable("notification_settings", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  timeZone: text("time_zone").notNull(),
  /** "22:30" in the time zone; both or none. */
  quietFrom: text("quiet_from"),
  quietTo: text("quiet_to"),
  digestAt: text("digest_at").notNull(),
  lastDigestAt: instant("last_digest_at"),
});

export const notificationPreferences = pgTable(
  "notification_preferences",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    /** Null for notifications without a team. */
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "cascade" }),
    /** Kinds that are missing use the catalogue's default. */
    deliveries: jsonb("deliveries")
      .$type<Partial<Record<NotificationKind, NotificationDelivery>>>()
      .notNull()
      .default({}),
  },
  (table) => [unique("notification_preferences_of").on(table.userId, table.teamId).nullsNotDistinct()],
);

/** Browsers that receive push messages. */
export const pushDevices = pgTable(
  "push_devices",
  {
    endpoint: text("endpoint").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("push_devices_user_id").on(table.userId)],
);
