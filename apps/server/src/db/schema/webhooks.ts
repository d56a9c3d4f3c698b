import type { TeamEventType, Webhook, WebhookDelivery } from "@blueprint/contract/webhooks";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

export const webhooks = pgTable(
  "webhooks",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    events: jsonb("events").$type<TeamEventType[]>().notNull(),
    /** `whsec_` and base64. Not hashed: every request is signed with it. */
    secret: text("secret").notNull(),
    createdAt: instant("created_at").notNull(),
    disabledAt: instant("disabled_at"),
    disabledBecause: text("disabled_because").$type<Webhook["disabledBecause"]>(),
    failingSince: instant("failing_since"),
  },
  (table) => [index("webhooks_team_id").on(table.teamId)],
);

/** The outbox and, once sent, the log. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid("id").primaryKey(),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    messageId: text("message_id").notNull(),
    type: text("type").$type<WebhookDelivery["type"]>().notNull(),
    body: text("body").notNull(),
    state: text("state").$type<WebhookDelivery["state"]>().notNull(),
    /** Tries since it was created or replayed. */
    tries: integer("tries").notNull().default(0),
    /** The latest ones, oldest first. */
    attempts: jsonb("attempts").$type<WebhookDelivery["attempts"]>().notNull().default([]),
    createdAt: instant("created_at").notNull(),
    nextAttemptAt: instant("next_attempt_at"),
  },
  (table) => [
    index("webhook_deliveries_newest").on(table.webhookId, descending(table.createdAt), descending(table.id)),
    index("webhook_deliveries_created_at").on(table.createdAt),
  ],
);
