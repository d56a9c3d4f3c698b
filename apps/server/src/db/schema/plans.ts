import type { InvoiceIssuer } from "@blueprint/contract/installation-settings";
import type { PlanLimit } from "@blueprint/contract/plans";
import type { Billing, PlanType } from "@blueprint/contract/price-book";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

/**
 * A team's billing state and what comes next; `teams.plan_type` is the plan itself. A team without a row never chose.
 */
export const subscriptions = pgTable(
  "subscriptions",
  {
    teamId: uuid("team_id")
      .primaryKey()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Null for plans without billing periods: free ones and contracts. */
    billing: text("billing").$type<Billing>(),
    periodStartsAt: instant("period_starts_at"),
    periodEndsAt: instant("period_ends_at"),
    /** The plan that starts when the paid period ends; null to keep the current one. */
    nextPlanType: text("next_plan_type").$type<PlanType>(),
    nextBilling: text("next_billing").$type<Billing>(),
    /** Ids of blueprints that the owner chose to close at that moment. */
    nextClosing: jsonb("next_closing").$type<string[]>().notNull().default([]),
    trialStartedAt: instant("trial_started_at"),
    trialEndsAt: instant("trial_ends_at"),
    /** Paid but unused, in US cents; deducted from the next invoices. */
    creditCents: integer("credit_cents").notNull().default(0),
    stripeCustomerId: text("stripe_customer_id").unique(),
    stripeSubscriptionId: text("stripe_subscription_id").unique(),
    isPaymentOverdue: boolean("is_payment_overdue").notNull().default(false),
    /** A change at Stripe is in progress until then at the latest; null when none is. */
    changingUntil: instant("changing_until"),
    /** Number of the newest Stripe reading that was applied; results of earlier ones are stale. */
    stripeReading: bigint("stripe_reading", { mode: "number" }).notNull().default(0),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("subscriptions_period_ends").on(table.periodEndsAt),
    index("subscriptions_trial_ends").on(table.trialEndsAt),
  ],
);

/** How close a team was to a limit when it was last notified. */
export const limitStates = pgTable(
  "limit_states",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    limit: text("limit").$type<PlanLimit>().notNull(),
    level: text("level").$type<"fine" | "near" | "reached">().notNull(),
    graceStartedAt: instant("grace_started_at"),
    nearNoticedAt: instant("near_noticed_at"),
    reachedNoticedAt: instant("reached_noticed_at"),
    pauseNoticedAt: instant("pause_noticed_at"),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.limit] })],
);

/** Seconds of speech of a team's guides, by calendar month in UTC. */
export const guideUsage = pgTable(
  "guide_usage",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** First day of the month. */
    month: date("month").notNull(),
    seconds: bigint("seconds", { mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.month] })],
);

/** The share that each place has in its team's guide time of a month. */
export const guidePlaceUsage = pgTable(
  "guide_place_usage",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    /** First day of the month. */
    month: date("month").notNull(),
    seconds: bigint("seconds", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.month, table.blueprintId] }),
    index("guide_place_usage_blueprint").on(table.blueprintId),
  ],
);

/** A place's own limit of guide minutes a month, and the month for which its editors were last notified. */
export const guideBudgets = pgTable("guide_budgets", {
  blueprintId: uuid("blueprint_id")
    .primaryKey()
    .references(() => blueprints.id, { onDelete: "cascade" }),
  minutesMax: integer("minutes_max").notNull(),
  nearNoticedMonth: date("near_noticed_month"),
  reachedNoticedMonth: date("reached_noticed_month"),
});

/** Spoken questions of the last day, by the id that the browser gave them: one that comes again is not counted again. */
export const spokenQuestions = pgTable(
  "spoken_questions",
  {
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    id: uuid("id").notNull(),
    /** Counted so far. */
    seconds: integer("seconds").notNull(),
    timesAnswered: integer("times_answered").notNull().default(1),
    answeredAt: instant("answered_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blueprintId, table.id] }),
    index("spoken_questions_age").on(table.answeredAt),
  ],
);

export const invoiceNumbers = pgSequence("invoice_numbers");

/** Invoices for teams without card payment. A record: it stays when its team is deleted, and its sums never change. */
export const invoices = pgTable(
  "invoices",
  {
    id: uuid("id").primaryKey(),
    number: text("number").notNull().unique().default(sql`lpad(nextval('invoice_numbers')::text, 6, '0')`),
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "set null" }),
    teamName: text("team_name").notNull(),
    billTo: text("bill_to").notNull(),
    kind: text("kind").$type<"upgrade" | "renewal">().notNull(),
    state: text("state").$type<"open" | "paid" | "void">().notNull().default("open"),
    planType: text("plan_type").$type<PlanType>().notNull(),
    billing: text("billing").$type<Billing>().notNull(),
    periodStartsAt: instant("period_starts_at"),
    periodEndsAt: instant("period_ends_at"),
    lines: jsonb("lines").$type<{ text: string; cents: number }[]>().notNull(),
    totalCents: integer("total_cents").notNull(),
    /** What remains of the team's credit once this is paid. */
    creditLeftCents: integer("credit_left_cents").notNull().default(0),
    issuedAt: instant("issued_at").notNull(),
    dueAt: instant("due_at").notNull(),
    settledAt: instant("settled_at"),
    settledBy: uuid("settled_by").references(() => authUsers.id, { onDelete: "set null" }),
    /** The issuer as configured at the time; null when none was. */
    issuer: jsonb("issuer").$type<InvoiceIssuer>(),
  },
  (table) => [
    index("invoices_team").on(table.teamId, descending(table.issuedAt), descending(table.id)),
    index("invoices_issued").on(descending(table.issuedAt), descending(table.id)),
    // Of two concurrent upgrades, only one gets an invoice.
    uniqueIndex("invoices_open_upgrade").on(table.teamId).where(sql`state = 'open' and kind = 'upgrade'`),
  ],
);

/** Numbers Stripe readings in the order of their requests. */
export const stripeReadings = pgSequence("stripe_readings");

/** Stripe events that were applied: each has its effect once. */
export const stripeEvents = pgTable("stripe_events", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  receivedAt: instant("received_at").notNull(),
});
