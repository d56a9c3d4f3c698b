import type { TeamRole } from "@blueprint/contract/roles";
import type { TeamEventType } from "@blueprint/contract/webhooks";
import type { WorkflowActionType, WorkflowRun } from "@blueprint/contract/workflows";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";
import { webhookDeliveries, webhooks } from "./webhooks.ts";

export const workflows = pgTable(
  "workflows",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    event: text("event").$type<TeamEventType>().notNull(),
    /** The only blueprint whose events count. The workflow is deleted with it: without it, every event would count. */
    blueprintId: uuid("blueprint_id").references(() => blueprints.id, { onDelete: "cascade" }),
    actionType: text("action_type").$type<WorkflowActionType>().notNull(),
    /** Title of a task, message or mail. */
    title: text("title").notNull().default(""),
    text: text("text").notNull().default(""),
    roles: jsonb("roles").$type<TeamRole[]>().notNull().default([]),
    dueInDays: integer("due_in_days"),
    assigneeId: uuid("assignee_id").references(() => authUsers.id, { onDelete: "set null" }),
    webhookId: uuid("webhook_id").references(() => webhooks.id, { onDelete: "set null" }),
    isEnabled: boolean("is_enabled").notNull().default(true),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("workflows_team_id").on(table.teamId)],
);

/** Members whom a workflow names individually. */
export const workflowPeople = pgTable(
  "workflow_people",
  {
    workflowId: uuid("workflow_id")
      .notNull()
      .references(() => workflows.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.workflowId, table.userId] }),
    index("workflow_people_user_id").on(table.userId),
  ],
);

/** The outbox and, after the run, the log: one row per event and workflow, even if the server crashes. */
export const workflowRuns = pgTable(
  "workflow_runs",
  {
    id: uuid("id").primaryKey(),
    workflowId: uuid("workflow_id")
      .notNull()
      .references(() => workflows.id, { onDelete: "cascade" }),
    eventId: uuid("event_id").notNull(),
    event: text("event").$type<TeamEventType>().notNull(),
    /** What the team's webhooks receive about the event. */
    facts: jsonb("facts").$type<Record<string, unknown>>().notNull(),
    isTest: boolean("is_test").notNull().default(false),
    state: text("state").$type<WorkflowRun["state"]>().notNull(),
    result: text("result").notNull().default(""),
    createdAt: instant("created_at").notNull(),
    ranAt: instant("ran_at"),
    deliveryId: uuid("delivery_id").references(() => webhookDeliveries.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("workflow_runs_once").on(table.workflowId, table.eventId),
    index("workflow_runs_newest").on(table.workflowId, descending(table.createdAt), descending(table.id)),
    index("workflow_runs_created_at").on(table.createdAt),
    index("workflow_runs_delivery_id").on(table.deliveryId),
  ],
);
