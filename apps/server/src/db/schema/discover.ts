import type { Industry } from "@blueprint/contract/users";
import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";

// Triggers write these tables (their function is `refresh_discover_places`, in the migration that made them): whatever
// changes a blueprint, its team or its versions, and whichever release does, the list never shows more than is public.

/** Also in `refresh_discover_places`. One number for all, because grouping by it is fast. */
export const featureBits = {
  tour: 1,
  guide: 2,
  stepFree: 4,
  mesh: 8,
  "point-cloud": 16,
  splat: 32,
  panorama: 64,
  plan: 128,
} as const;

/** Places that any visitor may find, as in their served version. Narrow, because every count reads all of them. */
export const discoverPlaces = pgTable(
  "discover_places",
  {
    blueprintId: uuid("blueprint_id")
      .primaryKey()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    publishedAt: instant("published_at").notNull(),
    /** When its first version was published. */
    openedAt: instant("opened_at").notNull(),
    /** Visitors are refused from this time on. */
    expiresAt: instant("expires_at"),
    industry: text("industry").$type<Industry>().notNull(),
    /** Empty if unknown. */
    city: text("city").notNull(),
    /** What visitors find there, as a sum of `featureBits`. */
    features: integer("features").notNull(),
    /** WGS 84 degrees; both or neither. */
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
  },
  (table) => [
    index("discover_places_newest").on(descending(table.publishedAt), descending(table.blueprintId)),
    // Straight lines through the Earth order places as distances over its surface do.
    index("discover_places_near")
      .using("gist", sql`earth_point(latitude, longitude)`)
      .where(sql`latitude is not null and longitude is not null`),
  ],
);

/** What search reads of the same places, folded by `fold_text`: lower case, without accents. */
export const discoverTexts = pgTable(
  "discover_texts",
  {
    blueprintId: uuid("blueprint_id")
      .primaryKey()
      .references(() => discoverPlaces.blueprintId, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Name, address, city and tags. */
    title: text("title").notNull(),
    /** The same and the description. */
    text: text("text").notNull(),
    /**
     * First letter and first two letters of each word of the title; of scripts without spaces, every letter and pair of
     * the text: trigrams find nothing shorter than three letters.
     */
    starts: text("starts").array().notNull(),
  },
  (table) => [
    // Lists of pending entries would be read by every search until they are worked off.
    index("discover_texts_parts").using("gin", table.text.op("gin_trgm_ops")).with({ fastupdate: false }),
    index("discover_texts_starts").using("gin", table.starts).with({ fastupdate: false }),
  ],
);

/** Words of titles, among which search looks for what a visitor meant. Unused ones are removed daily. */
export const discoverWords = pgTable("discover_words", { word: text("word").notNull() }, (table) => [
  primaryKey({ columns: [table.word] }),
  index("discover_words_parts").using("gin", table.word.op("gin_trgm_ops")).with({ fastupdate: false }),
]);
