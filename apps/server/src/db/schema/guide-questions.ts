import { date, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";

/** What visitors asked and a place didn't answer, where its published version says that this is kept. */
export const unansweredQuestions = pgTable(
  "unanswered_questions",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    /** The question's telling words, folded and sorted: questions with the same ones are one. */
    words: text("words").notNull(),
    /** As it was asked last. */
    question: text("question").notNull(),
    nothingFoundCount: integer("nothing_found_count").notNull(),
    unknownCount: integer("unknown_count").notNull(),
    firstAskedAt: instant("first_asked_at").notNull(),
    lastAskedAt: instant("last_asked_at").notNull(),
  },
  (table) => [
    uniqueIndex("unanswered_questions_words").on(table.blueprintId, table.words),
    index("unanswered_questions_last_asked").on(table.lastAskedAt),
  ],
);

/** How many questions visitors asked on a day (UTC), by what came of them. No texts, nothing about who asked. */
export const guideCounts = pgTable(
  "guide_counts",
  {
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    day: date("day").notNull(),
    /** `search`, `written`, or `spoken`. */
    channel: text("channel").notNull(),
    /** `found` or `nothing` for a search; the guide's state for a question. */
    outcome: text("outcome").notNull(),
    /** Index of the class of the time it took; the number of classes if it took longer. */
    timeClass: smallint("time_class").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blueprintId, table.day, table.channel, table.outcome, table.timeClass] }),
    index("guide_counts_day").on(table.day),
  ],
);
