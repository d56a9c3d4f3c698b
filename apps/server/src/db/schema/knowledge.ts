import { boolean, foreignKey, index, integer, pgTable, primaryKey, real, text, uuid } from "drizzle-orm/pg-core";
import { blueprints, blueprintVersions } from "./blueprints.ts";
import { instant } from "./column-types.ts";

/** What can be searched of a published version. Derived from the version: it can be built again at any time. */
export const knowledgeSets = pgTable(
  "knowledge_sets",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    /** Null for a draft, while its guide is tested or asked. */
    version: integer("version"),
    /** When a draft was made searchable; null for versions. */
    madeAt: instant("made_at"),
    /** Audiences whose scene it was built from; the sets of a version share none. */
    audiences: text("audiences").array().notNull(),
    /** Stemming dictionaries of the languages that its texts are in. */
    dictionaries: text("dictionaries").array().notNull(),
    passageCount: integer("passage_count").notNull(),
    /** Passages beyond the limit, which search doesn't find. */
    leftOutCount: integer("left_out_count").notNull(),
    /** Whether the version says that the team keeps unanswered questions. */
    keepsQuestions: boolean("keeps_questions").notNull().default(false),
    /** Whether the version asks visitors for their transcripts. */
    asksForTranscripts: boolean("asks_for_transcripts").notNull().default(false),
  },
  (table) => [
    index("knowledge_sets_version").on(table.blueprintId, table.version),
    foreignKey({
      name: "knowledge_sets_version_fk",
      columns: [table.blueprintId, table.version],
      foreignColumns: [blueprintVersions.blueprintId, blueprintVersions.number],
    }).onDelete("cascade"),
  ],
);

/** Pieces of text that search finds. Numbered from 0 within their set. */
export const knowledgePassages = pgTable(
  "knowledge_passages",
  {
    setId: uuid("set_id")
      .notNull()
      .references(() => knowledgeSets.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    kind: text("kind").notNull(),
    /** Id of the object it is about; empty for the place itself. */
    objectId: text("object_id").notNull(),
    /** Page of a document, from 1. */
    page: integer("page"),
    /** BCP 47 tag of a translation; null for the original text. */
    language: text("language"),
    title: text("title").notNull(),
    text: text("text").notNull(),
    /** Words by which it is also found, because its type says them. */
    typeWords: text("type_words").notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.setId, table.number] })],
);

/** The words of a set's passages, folded: lower case, without accents. */
export const knowledgeWords = pgTable(
  "knowledge_words",
  {
    setId: uuid("set_id")
      .notNull()
      .references(() => knowledgeSets.id, { onDelete: "cascade" }),
    word: text("word").notNull(),
    /** In the languages of the set. */
    stems: text("stems").array().notNull(),
    /** Numbers of the passages that hold it, and what it contributes to the rank of each (BM25 without rarity). */
    passages: integer("passages").array().notNull(),
    weights: real("weights").array().notNull(),
  },
  (table) => [
    // The word first: an index that starts with the set would be taken to read all of its words.
    primaryKey({ columns: [table.word, table.setId] }),
    // A list of pending entries would be read by every search until it is worked off.
    index("knowledge_words_parts").using("gin", table.setId, table.word.op("gin_trgm_ops")).with({ fastupdate: false }),
  ],
);

/** The words of a set by their stems. In rows, because an index of lists would read the list of a whole set each time. */
export const knowledgeStems = pgTable(
  "knowledge_stems",
  {
    setId: uuid("set_id")
      .notNull()
      .references(() => knowledgeSets.id, { onDelete: "cascade" }),
    stem: text("stem").notNull(),
    word: text("word").notNull(),
  },
  (table) => [primaryKey({ columns: [table.setId, table.stem, table.word] })],
);
