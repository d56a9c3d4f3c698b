import type { Audience, LinkedAudience } from "@blueprint/contract/audiences";
import type { ClaimState, Cover } from "@blueprint/contract/blueprint-details";
import type { visibilities } from "@blueprint/contract/blueprints";
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
    /** Null: the first ready scan's picture. */
    cover: jsonb("cover").$type<Cover>(),
    /** IANA name. */
    timeZone: text("time_zone"),
    /** Of an outside register of places. */
    placeId: text("place_id"),
    floorAreaSquareMetres: doublePrecision("floor_area_square_metres"),
    claimState: text("claim_state").$type<ClaimState>().notNull().default("unclaimed"),
    /** Where the zero of its frame lies in the reference system of its scans; once set, nothing moves any more. */
    geographicOrigin: jsonb("geographic_origin").$type<Georeference>(),
    visibility: text("visibility").$type<(typeof visibilities)[number]>().notNull().default("team"),
    /** Argon2id of what visitors have to know; kept while another visibility is chosen. */
    passwordHash: text("password_hash"),
    /** From then on visitors are not let in. */
    expiresAt: instant("expires_at"),
    /** Origins that may show the place in a frame. */
    embedOrigins: jsonb("embed_origins").$type<string[]>().notNull().default([]),
    /** What makes the keys of the audiences' links; taking one away withdraws its link. */
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
    // The list that everybody opens first, and its total.
    index("blueprints_team_open")
      .on(table.teamId, descending(table.updatedAt), descending(table.id))
      .where(sql`archived_at is null and binned_at is null`),
  ],
);

/** A converted scan as it was when a version was frozen. */
export interface FrozenScan {
  scanId: string;
  kind: ScanKind;
  /** Whom it is for; absent: for everybody who sees the version. */
  audiences?: readonly Audience[] | undefined;
  /** Where its files lie in the object storage. */
  deliveryPrefix: string;
  form: DeliveryForm;
  entry: string;
  /** Files that the first picture needs besides the entry. */
  preload?: string[] | undefined;
  preview: string;
  bounds: Bounds;
  startView: ScanReport["startView"];
  /** Absent for scans that are nowhere in particular, and in versions from before it was kept. */
  georeference?: Georeference | undefined;
  /** Where the blueprint's zero lay then; absent where nothing was georeferenced, and in older versions. */
  frameOrigin?: Georeference | undefined;
  /** Absent in versions from before there were plans. */
  plans?: ScanReport["plans"];
  /** Of a set of panoramas. */
  panoramas?: ScanReport["panoramas"];
}

/** Frozen versions; never changed, never deleted while their blueprint lives. */
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
    /** Null, as the next three, in versions from before it was asked. */
    tags: jsonb("tags").$type<string[]>(),
    cover: jsonb("cover").$type<Cover>(),
    timeZone: text("time_zone"),
    floorAreaSquareMetres: doublePrecision("floor_area_square_metres"),
    /** As visitors see it. */
    scene: jsonb("scene").$type<PublishedScene>().notNull(),
    /** As other audiences see it, where that is something else; null in versions from before they were asked. */
    audienceScenes: jsonb("audience_scenes").$type<Partial<Record<LinkedAudience, PublishedScene>>>(),
    /** Everything a visitor's viewer needs of each scan: a version stays whole when its scans are changed or deleted. */
    scans: jsonb("scans").$type<FrozenScan[]>().notNull(),
    publishedBy: uuid("published_by").references(() => authUsers.id, { onDelete: "set null" }),
    publishedAt: instant("published_at").notNull(),
    /** Counted once, when it is frozen: lists do not read scenes to count them. */
    anchorCount: integer("anchor_count")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`coalesce(jsonb_array_length(scene -> 'anchors'), 0)`),
  },
  (table) => [primaryKey({ columns: [table.blueprintId, table.number] })],
);
