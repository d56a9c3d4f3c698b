import type { SignFileKind, SignSheet } from "@blueprint/contract/sign-sheets";
import type { ReplacementReason, SignPrintProblem, signEventKinds } from "@blueprint/contract/signs";
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";
import { shortLinks } from "./short-links.ts";

/** Printed signs. Where one hangs is its short link's label. */
export const signs = pgTable(
  "signs",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    shortLinkId: uuid("short_link_id")
      .notNull()
      .unique()
      .references(() => shortLinks.id),
    number: integer("number").notNull(),
    title: text("title").notNull(),
    line: text("line").notNull(),
    storey: text("storey").notNull(),
    anchorId: text("anchor_id"),
    photoKey: text("photo_key"),
    /** Null until a sheet is made, and again once it has to be replaced. */
    sheetMadeAt: instant("sheet_made_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [unique("signs_number").on(table.blueprintId, table.number)],
);

/** What happened to a sign. Its current hanging is not among them: it is the short link's first use. */
export const signEvents = pgTable(
  "sign_events",
  {
    id: uuid("id").primaryKey(),
    signId: uuid("sign_id")
      .notNull()
      .references(() => signs.id, { onDelete: "cascade" }),
    kind: text("kind").$type<(typeof signEventKinds)[number]>().notNull(),
    at: instant("at").notNull(),
    userId: uuid("user_id").references(() => authUsers.id, { onDelete: "set null" }),
    reason: text("reason").$type<ReplacementReason>(),
    note: text("note").notNull().default(""),
  },
  (table) => [index("sign_events_sign").on(table.signId, descending(table.at))],
);

/** Sheets of signs, which a job makes. */
export const signPrints = pgTable(
  "sign_prints",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    sheet: jsonb("sheet").$type<SignSheet>().notNull(),
    fileKind: text("file_kind").$type<SignFileKind>().notNull(),
    signIds: uuid("sign_ids").array().notNull(),
    logoKey: text("logo_key"),
    checkedCount: integer("checked_count").notNull().default(0),
    problem: jsonb("problem").$type<SignPrintProblem>(),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [index("sign_prints_blueprint").on(table.blueprintId, descending(table.createdAt))],
);

/** Finished files of a print, each with the sheets of some of its signs. */
export const signPrintFiles = pgTable(
  "sign_print_files",
  {
    printId: uuid("print_id")
      .notNull()
      .references(() => signPrints.id, { onDelete: "cascade" }),
    firstSign: integer("first_sign").notNull(),
    lastSign: integer("last_sign").notNull(),
    storageKey: text("storage_key").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.printId, table.firstSign] })],
);
