import type { AuditAction, AuditDetails } from "@blueprint/contract/audit";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

/** What was done in a team; rows are written in the transaction of the change and never updated. */
export const auditEvents = pgTable(
  "audit_events",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    at: instant("at").notNull(),
    /** Null once the account is deleted, and for what the service did itself; the name stays as it was at the time. */
    actorId: uuid("actor_id").references(() => authUsers.id, { onDelete: "set null" }),
    actorName: text("actor_name").notNull(),
    action: text("action").$type<AuditAction>().notNull(),
    subjectId: text("subject_id"),
    subjectName: text("subject_name").notNull().default(""),
    details: jsonb("details").$type<AuditDetails>().notNull().default({}),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
  },
  (table) => [index("audit_events_team_at").on(table.teamId, descending(table.at), descending(table.id))],
);
