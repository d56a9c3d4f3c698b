import type { FormResponse } from "@blueprint/contract/form-answers";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";

/** Visitors' answers to forms. The questions are stored with the answers, because a form may change afterwards. */
export const formResponses = pgTable(
  "form_responses",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    anchorId: text("anchor_id").notNull(),
    version: integer("version").notNull(),
    answers: jsonb("answers").$type<FormResponse["answers"]>().notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (table) => [
    index("form_responses_anchor").on(
      table.blueprintId,
      table.anchorId,
      descending(table.sentAt),
      descending(table.id),
    ),
  ],
);
