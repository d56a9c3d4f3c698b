import type { ClaimParty, ClaimProof, ClaimStage, ClaimStep } from "@blueprint/contract/claim-steps";
import type { claimRelations } from "@blueprint/contract/requests";
import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { descending } from "../newest-first.ts";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

/** Claims of places by people with an account. */
export const claims = pgTable(
  "claims",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id").references(() => blueprints.id, { onDelete: "set null" }),
    /** As they were at the start. */
    placeName: text("place_name").notNull(),
    placeSlug: text("place_slug").notNull(),
    claimantId: uuid("claimant_id").references(() => authUsers.id, { onDelete: "set null" }),
    claimantName: text("claimant_name").notNull(),
    /** The team that is to receive the place. */
    receivingTeamId: uuid("receiving_team_id").references(() => teams.id, { onDelete: "set null" }),
    /** The team that the claim is raised with; it keeps the claim in its list after the place moved. */
    presentTeamId: uuid("present_team_id").references(() => teams.id, { onDelete: "set null" }),
    relation: text("relation").$type<(typeof claimRelations)[number]>().notNull(),
    statement: text("statement").notNull(),
    stage: text("stage").$type<ClaimStage>().notNull(),
    dueAt: instant("due_at"),
    remindedAt: instant("reminded_at"),
    proof: text("proof").$type<ClaimProof>(),
    provenAt: instant("proven_at"),
    /** The proof alone decides; otherwise an operator has to check that the domain is the venue's. */
    isProofEnough: boolean("is_proof_enough").notNull().default(false),
    domain: text("domain"),
    isDomainNamed: boolean("is_domain_named").notNull().default(false),
    /** Public by design: it stands in DNS or on a page. */
    domainToken: text("domain_token"),
    mailedTo: text("mailed_to"),
    mailTokenHash: text("mail_token_hash"),
    mailExpiresAt: instant("mail_expires_at"),
    obstacleCode: text("obstacle_code"),
    obstacleDetail: text("obstacle_detail").notNull().default(""),
    isAppealed: boolean("is_appealed").notNull().default(false),
    isAskedBack: boolean("is_asked_back").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    stageAt: instant("stage_at").notNull(),
  },
  (table) => [
    index("claims_created").on(descending(table.createdAt), descending(table.id)),
    index("claims_blueprint").on(table.blueprintId),
    index("claims_claimant").on(table.claimantId, descending(table.createdAt)),
    index("claims_receiving_team").on(table.receivingTeamId),
    index("claims_present_team").on(table.presentTeamId, descending(table.createdAt)),
    index("claims_due").on(table.dueAt),
    // One claim of a place at a time asks its team or an operator; the others queue.
    uniqueIndex("claims_one_at_a_time").on(table.blueprintId).where(sql`stage in ('waiting', 'review')`),
    uniqueIndex("claims_one_by_person")
      .on(table.blueprintId, table.claimantId)
      .where(sql`stage not in ('accepted', 'declined', 'withdrawn', 'expired', 'undone')`),
  ],
);

/** Every step of a claim: who took it, when and why. */
export const claimEvents = pgTable(
  "claim_events",
  {
    id: uuid("id").primaryKey(),
    claimId: uuid("claim_id")
      .notNull()
      .references(() => claims.id, { onDelete: "cascade" }),
    at: instant("at").notNull(),
    step: text("step").$type<ClaimStep | "start">().notNull(),
    party: text("party").$type<ClaimParty>().notNull(),
    userId: uuid("user_id").references(() => authUsers.id, { onDelete: "set null" }),
    userName: text("user_name").notNull(),
    /** The stage that the step led to. */
    stage: text("stage").$type<ClaimStage>().notNull(),
    reason: text("reason").notNull(),
  },
  (table) => [index("claim_events_claim").on(table.claimId, table.at)],
);

/** Codes on signs or in letters, each of which proves one claim. */
export const claimCodes = pgTable(
  "claim_codes",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull().unique(),
    label: text("label").notNull(),
    /** Null for an operator's. */
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "cascade" }),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    claimId: uuid("claim_id").references(() => claims.id, { onDelete: "set null" }),
  },
  (table) => [index("claim_codes_blueprint").on(table.blueprintId, descending(table.createdAt))],
);
