import type { RequestKind, RequestOutcome, StoredRequest } from "@blueprint/contract/requests";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

/** Requests to the operators: messages, pilots, claims, mapping visits, changes of plan. */
export const requests = pgTable(
  "requests",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").$type<RequestKind>().notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** Checked against the kind's own schema before it is stored. */
    payload: jsonb("payload").$type<StoredRequest["payload"]>().notNull(),
    /** Null for a visitor who was not signed in. */
    userId: uuid("user_id").references(() => authUsers.id, { onDelete: "set null" }),
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "cascade" }),
    /** Code of the user who referred a visitor without an account. */
    referralCode: text("referral_code"),
    createdAt: instant("created_at").notNull(),
    closedAt: instant("closed_at"),
    closedBy: uuid("closed_by").references(() => authUsers.id, { onDelete: "set null" }),
    outcome: text("outcome").$type<RequestOutcome>(),
    answer: text("answer").notNull().default(""),
    /** The user who was credited for the referral. */
    creditedTo: uuid("credited_to").references(() => authUsers.id, { onDelete: "set null" }),
  },
  (table) => [
    index("requests_created").on(descending(table.createdAt), descending(table.id)),
    index("requests_user_id").on(table.userId),
    index("requests_team_id").on(table.teamId),
  ],
);
