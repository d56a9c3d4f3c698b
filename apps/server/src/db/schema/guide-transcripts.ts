import type { TranscriptSource } from "@blueprint/contract/guide-transcripts";
import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";

/** Questions and answers of conversations that their visitors agreed to have kept, a row each. */
export const guideTranscripts = pgTable(
  "guide_transcripts",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    /** The conversation's, chosen by the visitor's browser. */
    transcriptId: uuid("transcript_id").notNull(),
    askedAt: instant("asked_at").notNull(),
    isSpoken: boolean("is_spoken").notNull(),
    question: text("question").notNull(),
    answer: text("answer").notNull(),
    /** A `GuideState`. */
    state: text("state").notNull(),
    sources: jsonb("sources").$type<TranscriptSource[]>().notNull(),
  },
  (table) => [
    index("guide_transcripts_conversation").on(table.blueprintId, table.transcriptId, table.askedAt),
    index("guide_transcripts_asked").on(table.askedAt),
  ],
);

/** Conversations that their visitors deleted, while an answer may still be on its way. */
export const erasedTranscripts = pgTable("erased_transcripts", {
  transcriptId: uuid("transcript_id").primaryKey(),
  erasedAt: instant("erased_at").notNull(),
});
