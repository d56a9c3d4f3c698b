import type { DocumentProblem } from "@blueprint/contract/guide";
import { foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { storedObjects } from "./uploads.ts";

/** Texts of stored documents, by page: read once, for every version that shows them. They can be read again at any time. */
export const documentTexts = pgTable(
  "document_texts",
  {
    bucket: text("bucket").notNull(),
    fullPath: text("full_path").notNull(),
    /** The bytes that were read; others have replaced them if the object has another key. */
    storageKey: text("storage_key").notNull(),
    /** Of the whole document; 0 if it could not be opened. */
    pageCount: integer("page_count").notNull(),
    /** From the first page on; a page without text is empty. */
    pages: text("pages").array().notNull(),
    /** Why pages are missing, or all of them. */
    problem: text("problem").$type<DocumentProblem>(),
  },
  (table) => [
    primaryKey({ columns: [table.bucket, table.fullPath] }),
    foreignKey({
      name: "document_texts_object_fk",
      columns: [table.bucket, table.fullPath],
      foreignColumns: [storedObjects.bucket, storedObjects.fullPath],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
  ],
);
