import { sql } from "drizzle-orm";
import { date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

/** Ids grow with time, so they sort by creation. */
export const tasks = pgTable(
  "tasks",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    note: text("note").notNull().default(""),
    dueOn: date("due_on", { mode: "string" }),
    /** Counts only while the assignee is in the team: a returning member gets their tasks back. */
    assigneeId: uuid("assignee_id").references(() => authUsers.id, { onDelete: "set null" }),
    blueprintId: uuid("blueprint_id").references(() => blueprints.id, { onDelete: "set null" }),
    anchorId: text("anchor_id"),
    anchorTitle: text("anchor_title"),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    /** Name of the workflow that created it, as it was then. */
    workflowName: text("workflow_name"),
    doneAt: instant("done_at"),
    doneBy: uuid("done_by").references(() => authUsers.id, { onDelete: "set null" }),
  },
  (table) => [
    index("tasks_open")
      .on(table.teamId, sql`coalesce(${table.dueOn}, '9999-12-31'::date)`, table.id)
      .where(sql`done_at is null`),
    index("tasks_done")
      .on(table.teamId, descending(table.doneAt), descending(table.id))
      .where(sql`done_at is not null`),
    index("tasks_assignee_id").on(table.assigneeId),
    index("tasks_blueprint_id").on(table.blueprintId),
  ],
);
