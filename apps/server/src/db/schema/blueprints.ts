import type { Audience, LinkedAudience } from "@blueprint/contract/audiences";
import type { ClaimState, Cover } from "@blueprint/contract/blueprint-details";
import type { visibilities } from "@blueprint/contract/blueprints";
import type { OpeningHours, VenueFact } from "@blueprint/contract/opening-hours";
import type { PublishedScene } from "@blueprint/contract/published";
import type { DeliveryForm, ScanKind } from "@blueprint/contract/scan-formats";
import type { Bounds, Georeference, ScanReport } from "@blueprint/contract/scan-report";
import type { Industry } from "@blueprint/contract/users";
import { type SQL, sql } from "drizzle-orm";
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

export const blueprints = pgTable(
  "blueprints",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id),
    slug: text("slug").notNull().unique(),
    name: text("name").notNull(),
    industry: text("industry").$type<Industry>().notNull(),
    description: text("description").notNull().default(""),
    address: text("address").notNull().default(""),
    /** WGS 84 degrees; both or neither. */
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    tags: jsonb("tags").$type<string[]>().notNull().default([]),
    openingHours: jsonb("opening_hours").$type<OpeningHours>(),
    facts: jsonb("facts").$type<VenueFact[]>().notNull().default([]),
    /** Null: the first ready scan's picture. */
    cover: jsonb("cover").$type<Cover>(),
    /** IANA name. */
    timeZone: text("time_zone"),
    /** Id in an external register of places. */
    placeId: text("place_id"),
    floorAreaSquareMetres: doublePrecision("floor_area_square_metres"),
    claimState: text("claim_state").$type<ClaimState>().notNull().default("unclaimed"),
    /** Where the frame's origin lies in the reference system of the scans; once set, it never changes. */
    geographicOrigin: jsonb("geographic_origin").$type<Georeference>(),
    visibility: text("visibility").$type<(typeof visibilities)[number]>().notNull().default("team"),
    /** Argon2id of the visitors' password; kept while another visibility is chosen. */
    passwordHash: text("password_hash"),
    /** Visitors are refused from this time on. */
    expiresAt: instant("expires_at"),
    /** Origins that may embed the place in a frame. */
    embedOrigins: jsonb("embed_origins").$type<string[]>().notNull().default([]),
    /** Nonces of the audience links' keys; removing one revokes its link. */
    audienceLinks: jsonb("audience_links")
      .$type<Partial<Record<LinkedAudience, { nonce: string; madeAt: string }>>>()
      .notNull()
      .default({}),
    /** Number of the version being served; null while nothing is. */
    publishedVersion: integer("published_version"),
    latestVersion: integer("latest_version").notNull().default(0),
    archivedAt: instant("archived_at"),
    binnedAt: instant("binned_at"),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("blueprints_team_updated").on(table.teamId, descending(table.updatedAt), descending(table.id)),
    // Serves the default list and its total.
    index("blueprints_team_open")
      .on(table.teamId, descending(table.updatedAt), descending(table.id))
      .where(sql`archived_at is null and binned_at is null`),
  ],
);

/** A converted scan as it was when a version was frozen. */
export interface FrozenScan {
  scanId: string;
  kind: ScanKind;
  /** Audiences that may see it; absent: everyone who sees the version. */
  audiences?: readonly Audience[] | undefined;
  /** Where its files lie in object storage. */
  deliveryPrefix: string;
  /** Earlier ones, which visitors who opened the place before a renewal still read for a day. */
  formerPrefixes?: string[] | undefined;
  form: DeliveryForm;
  entry: string;
  /** Files that the first frame needs besides the entry. */
  preload?: string[] | undefined;
  preview: string;
  bounds: Bounds;
  /** Absent in versions published before counts were stored. */
  counts?: ScanReport["counts"] | undefined;
  startView: ScanReport["startView"];
  /** Absent for scans without a location, and in versions that predate it. */
  georeference?: Georeference | undefined;
  /** Where the blueprint's origin lay at that time; absent where nothing was georeferenced, and in older versions. */
  frameOrigin?: Georeference | undefined;
  /** Absent in versions that predate plans. */
  plans?: ScanReport["plans"];
  /** For a set of panoramas. */
  panoramas?: ScanReport["panoramas"];
}

/**
 * Frozen versions, never deleted while their blueprint lives. Nothing changes in them but the files of their scans when
 * a newer converter shows the same scan better.
 */
export const blueprintVersions = pgTable(
  "blueprint_versions",
  {
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    name: text("name").notNull(),
    industry: text("industry").$type<Industry>().notNull(),
    description: text("description").notNull(),
    address: text("address").notNull(),
    /** WGS 84 degrees; both or neither. */
    latitude: doublePrecision("latitude"),
    longitude: doublePrecision("longitude"),
    /** The city around the location, by name, region and country; empty if there is none, null if not sought yet. */
    city: text("city"),
    /** Null, like the next three, in versions that predate it. */
    tags: jsonb("tags").$type<string[]>(),
    cover: jsonb("cover").$type<Cover>(),
    timeZone: text("time_zone"),
    floorAreaSquareMetres: doublePrecision("floor_area_square_metres"),
    openingHours: jsonb("opening_hours").$type<OpeningHours>(),
    facts: jsonb("facts").$type<VenueFact[]>().notNull().default([]),
    /** As visitors see it. */
    scene: jsonb("scene").$type<PublishedScene>().notNull(),
    /** As other audiences see it, where that differs; null in versions that predate audiences. */
    audienceScenes: jsonb("audience_scenes").$type<Partial<Record<LinkedAudience, PublishedScene>>>(),
    /**
     * Everything a visitor's viewer needs of each scan: a version stays complete when its scans change or are deleted.
     */
    scans: jsonb("scans").$type<FrozenScan[]>().notNull(),
    /** How the guide should speak; for nobody's eyes but the AI service's. */
    guideInstructions: text("guide_instructions").notNull().default(""),
    /** Name of a voice of the AI service; empty for the installation's. */
    guideVoice: text("guide_voice").notNull().default(""),
    /** BCP 47 tags, a line each; empty for any language. */
    guideLanguages: text("guide_languages").notNull().default(""),
    /** What visitors also call things: search finds them by it. */
    otherWords: text("other_words").notNull().default(""),
    publishedBy: uuid("published_by").references(() => authUsers.id, { onDelete: "set null" }),
    publishedAt: instant("published_at").notNull(),
    /** Counted once, when the version is frozen, so that lists need not read scenes. */
    anchorCount: integer("anchor_count")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`coalesce(jsonb_array_length(scene -> 'anchors'), 0)`),
  },
  (table) => [primaryKey({ columns: [table.blueprintId, table.number] })],
);
