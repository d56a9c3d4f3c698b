import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";

/** Without a day's salt, nothing tells whose its visits were. */
export const placeVisitSalts = pgTable("place_visit_salts", {
  /** UTC. */
  day: date("day").primaryKey(),
  salt: text("salt").notNull(),
});

/** What happened in visits of published places, until it is counted and its day is over. */
export const placeVisitEvents = pgTable(
  "place_visit_events",
  {
    visitId: uuid("visit_id").notNull(),
    /** Number of the event in its visit: one that arrives twice counts once. */
    at: integer("at").notNull(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    /** When it arrived. */
    happenedAt: instant("happened_at").notNull(),
    /** Address and browser as a hash with the day's salt, different for each place. */
    visitor: text("visitor").notNull(),
    /** Made by a member of the place's team. */
    isTeam: boolean("is_team").notNull(),
    kind: text("kind").notNull(),
    /** What it is about, for instance an anchor; otherwise empty. */
    subject: text("subject").notNull(),
    seconds: integer("seconds").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.visitId, table.at] }),
    index("place_visit_events_happened").on(table.happenedAt),
    index("place_visit_events_place").on(table.blueprintId, table.happenedAt),
  ],
);

/** How a place was visited, by hours and by days (UTC). Nothing about single visitors. */
export const placeVisitCounts = pgTable(
  "place_visit_counts",
  {
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    /** `hour` or `day`. */
    span: text("span").notNull(),
    startsAt: instant("starts_at").notNull(),
    /** A kind of event, or `team` for the visits of members. */
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    count: integer("count").notNull(),
    seconds: bigint("seconds", { mode: "number" }).notNull(),
    /** Different ones. */
    visitors: integer("visitors").notNull(),
  },
  (table) => [
    // A year of one kind is one range of the index: spots are many.
    primaryKey({ columns: [table.blueprintId, table.span, table.kind, table.startsAt, table.subject] }),
    index("place_visit_counts_starts").on(table.startsAt),
  ],
);
