import type { GuideExpectation, GuideTestResult, GuideTestRun } from "@blueprint/contract/guide-tests";
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";

/** Questions by which a team tests what its guide answers. */
export const guideTests = pgTable(
  "guide_tests",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    question: text("question").notNull(),
    expects: jsonb("expects").$type<GuideExpectation>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("guide_tests_blueprint").on(table.blueprintId, table.createdAt)],
);

export const guideTestRuns = pgTable(
  "guide_test_runs",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    /** Null for the draft. */
    version: integer("version"),
    withAnswers: boolean("with_answers").notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    problem: text("problem").$type<GuideTestRun["problem"]>(),
    results: jsonb("results").$type<GuideTestResult[]>().notNull(),
    total: integer("total").notNull(),
  },
  (table) => [index("guide_test_runs_blueprint").on(table.blueprintId, descending(table.startedAt))],
);
