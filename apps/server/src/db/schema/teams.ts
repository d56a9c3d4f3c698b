import type { PlanType } from "@blueprint/contract/price-book";
import type { TeamRole } from "@blueprint/contract/roles";
import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";

export const teams = pgTable(
  "teams",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    /** Set on the personal team that every user has. */
    personalOf: uuid("personal_of").references(() => authUsers.id, { onDelete: "set null" }),
    planType: text("plan_type").$type<PlanType>().notNull().default("free"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** In the bin since then; deleted for good after `limits.binKeptDays`. */
    deletedAt: instant("deleted_at"),
    deletedBy: uuid("deleted_by").references(() => authUsers.id, { onDelete: "set null" }),
  },
  (table) => [uniqueIndex("teams_personal_of").on(table.personalOf)],
);

export const teamMembers = pgTable(
  "team_members",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    role: text("role").$type<TeamRole>().notNull(),
    joinedAt: instant("joined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.userId] }), index("team_members_user_id").on(table.userId)],
);

/** Only the token's SHA-256 is stored. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey(),
    tokenHash: text("token_hash").notNull().unique(),
    /** Null only for the operator's first link. */
    email: text("email"),
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "cascade" }),
    role: text("role").$type<TeamRole>(),
    isOperatorInvitation: boolean("is_operator_invitation").notNull().default(false),
    message: text("message").notNull().default(""),
    invitedBy: uuid("invited_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    acceptedBy: uuid("accepted_by").references(() => authUsers.id, { onDelete: "set null" }),
    revokedAt: instant("revoked_at"),
    /** Outcome of the mail: accepted by the mail server (or written as a file), or refused for good with a reason. */
    sentAt: instant("sent_at"),
    deliveredAt: instant("delivered_at"),
    bouncedAt: instant("bounced_at"),
    bounceReason: text("bounce_reason").notNull().default(""),
    openedAt: instant("opened_at"),
    /** A user who opened it with another account and asks for an invitation to that account's address. */
    wantedBy: uuid("wanted_by").references(() => authUsers.id, { onDelete: "set null" }),
    wantedAt: instant("wanted_at"),
  },
  (table) => [
    index("invitations_email").on(table.email),
    index("invitations_team_id").on(table.teamId),
    // One open invitation per address and team; sending again replaces it.
    uniqueIndex("invitations_open")
      .on(table.teamId, table.email)
      .where(sql`accepted_at is null and revoked_at is null`),
  ],
);

/** Mails of a day that carried a team's own text to unsolicited recipients, one row each. */
export const invitationTexts = pgTable(
  "invitation_texts",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    sentAt: instant("sent_at").notNull(),
  },
  (table) => [index("invitation_texts_team_sent").on(table.teamId, table.sentAt)],
);

export const accessRequests = pgTable(
  "access_requests",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    message: text("message").notNull().default(""),
    referralCode: text("referral_code"),
    createdAt: instant("created_at").notNull(),
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by").references(() => authUsers.id, { onDelete: "set null" }),
    accepted: boolean("accepted"),
    reason: text("reason").notNull().default(""),
    /** The user who was credited for the referral. */
    creditedTo: uuid("credited_to").references(() => authUsers.id, { onDelete: "set null" }),
  },
  (table) => [index("access_requests_created").on(descending(table.createdAt), descending(table.id))],
);
