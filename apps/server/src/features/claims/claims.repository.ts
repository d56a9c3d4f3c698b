import { type ClaimStage, endedClaimStages } from "@blueprint/contract/claim-steps";
import type { BlueprintId, ClaimId, TeamId, UserId } from "@blueprint/contract/ids";
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, ne, notInArray, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { claimEvents, claims } from "../../db/schema/claims.ts";
import { teams } from "../../db/schema/teams.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

// Mostly unscoped on purpose: a claim is between two teams and an operator, and the service decides who sees it.

export type ClaimRow = typeof claims.$inferSelect;
export type ClaimEventRow = typeof claimEvents.$inferSelect;
export type PlaceRow = typeof blueprints.$inferSelect;

const ended = [...endedClaimStages];
/** Stages of which a place has one claim at a time. */
const contested: ClaimStage[] = ["waiting", "review", "blocked"];

export async function insertClaim(tx: Tx, row: typeof claims.$inferInsert): Promise<ClaimRow> {
  const [inserted] = await tx.insert(claims).values(row).returning();
  return inserted as ClaimRow;
}

export async function updateClaim(tx: Tx, id: string, change: Partial<ClaimRow>): Promise<ClaimRow> {
  const [row] = await tx.update(claims).set(change).where(eq(claims.id, id)).returning();
  return row as ClaimRow;
}

export async function findClaim(tx: Tx, id: ClaimId): Promise<ClaimRow | null> {
  const [row] = await tx.select().from(claims).where(eq(claims.id, id));
  return row ?? null;
}

/** Locks the place first, then the claim: every writer takes them in this order. */
export async function lockClaim(tx: Tx, id: ClaimId): Promise<{ claim: ClaimRow; place: PlaceRow | null } | null> {
  const found = await findClaim(tx, id);
  if (found === null) return null;
  const place = found.blueprintId === null ? null : await lockPlace(tx, found.blueprintId as BlueprintId);
  const [claim] = await tx.select().from(claims).where(eq(claims.id, id)).for("update");
  return claim === undefined ? null : { claim, place };
}

export async function lockPlace(tx: Tx, id: BlueprintId): Promise<PlaceRow | null> {
  const [row] = await tx.select().from(blueprints).where(eq(blueprints.id, id)).for("no key update");
  return row ?? null;
}

export async function findPlace(tx: Tx, id: string): Promise<PlaceRow | null> {
  const [row] = await tx.select().from(blueprints).where(eq(blueprints.id, id));
  return row ?? null;
}

/** Whether a claim of the place asks its team or an operator, or waits for its move. */
export async function hasContested(tx: Tx, blueprintId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.blueprintId, blueprintId), inArray(claims.stage, contested)))
    .limit(1);
  return row !== undefined;
}

export async function findFirstQueued(tx: Tx, blueprintId: string): Promise<ClaimRow | null> {
  const [row] = await tx
    .select()
    .from(claims)
    .where(and(eq(claims.blueprintId, blueprintId), eq(claims.stage, "queued")))
    .orderBy(asc(claims.stageAt), asc(claims.id))
    .limit(1)
    .for("update");
  return row ?? null;
}

/** Claims of a place in some stages, in the order in which they were started. */
export async function listClaimsOfPlace(
  tx: Tx,
  blueprintId: string,
  stages: readonly ClaimStage[],
): Promise<ClaimRow[]> {
  return await tx
    .select()
    .from(claims)
    .where(and(eq(claims.blueprintId, blueprintId), inArray(claims.stage, [...stages])))
    .orderBy(asc(claims.createdAt), asc(claims.id));
}

export async function countOpenClaims(tx: Tx, userId: UserId): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(claims)
    .where(and(eq(claims.claimantId, userId), notInArray(claims.stage, ended)));
  return row?.n ?? 0;
}

/** The person's claim of the place that has not ended. */
export async function hasOpenClaim(tx: Tx, userId: UserId, blueprintId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.claimantId, userId), eq(claims.blueprintId, blueprintId), notInArray(claims.stage, ended)));
  return row !== undefined;
}

export async function wasDeclinedSince(tx: Tx, userId: UserId, blueprintId: string, since: Date): Promise<boolean> {
  const [row] = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(
      and(
        eq(claims.claimantId, userId),
        eq(claims.blueprintId, blueprintId),
        eq(claims.stage, "declined"),
        gt(claims.stageAt, since),
      ),
    )
    .limit(1);
  return row !== undefined;
}

const receiving = alias(teams, "receiving");
const present = alias(teams, "present");

export interface ListedClaim {
  readonly claim: ClaimRow;
  readonly place: PlaceRow | null;
  readonly receivingTeamName: string | null;
  readonly presentTeamName: string | null;
}

function selectClaims(tx: Tx) {
  return tx
    .select({ claim: claims, place: blueprints, receivingTeamName: receiving.name, presentTeamName: present.name })
    .from(claims)
    .leftJoin(blueprints, eq(blueprints.id, claims.blueprintId))
    .leftJoin(receiving, eq(receiving.id, claims.receivingTeamId))
    .leftJoin(present, eq(present.id, claims.presentTeamId));
}

const newestFirst = [desc(claims.createdAt), desc(claims.id)];

export async function getListedClaim(tx: Tx, id: string): Promise<ListedClaim> {
  const [row] = await selectClaims(tx).where(eq(claims.id, id));
  return row as ListedClaim;
}

export async function listClaimsOf(tx: Tx, userId: UserId, limit: number): Promise<ListedClaim[]> {
  return await selectClaims(tx)
    .where(eq(claims.claimantId, userId))
    .orderBy(...newestFirst)
    .limit(limit);
}

export async function listClaimsOfTeam(tx: Tx, { teamId }: TeamScope, limit: number): Promise<ListedClaim[]> {
  return await selectClaims(tx)
    .where(eq(claims.presentTeamId, teamId))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** For operators. Open: claims that wait, and accepted ones whose place the former team asks back. */
function isState(state: "open" | "closed", now: Date): SQL | undefined {
  const isAskedBack = and(eq(claims.stage, "accepted"), eq(claims.isAskedBack, true), gt(claims.dueAt, now));
  if (state === "open") return or(notInArray(claims.stage, ["proving", ...ended]), isAskedBack);
  return and(
    inArray(claims.stage, ended),
    or(ne(claims.stage, "accepted"), eq(claims.isAskedBack, false), lte(claims.dueAt, now)),
  );
}

export async function listAllClaims(
  tx: Tx,
  state: "open" | "closed",
  now: Date,
  cursor: PageCursor | null,
  limit: number,
): Promise<ListedClaim[]> {
  return await selectClaims(tx)
    .where(and(isState(state, now), isBehind(claims.createdAt, claims.id, cursor)))
    .orderBy(...newestFirst)
    .limit(limit);
}

export async function countAllClaims(tx: Tx, state: "open" | "closed", now: Date): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(claims).where(isState(state, now));
  return row?.n ?? 0;
}

export async function insertClaimEvent(tx: Tx, row: typeof claimEvents.$inferInsert): Promise<void> {
  await tx.insert(claimEvents).values(row);
}

/** Oldest first. */
export async function listClaimEvents(tx: Tx, claimIds: readonly string[]): Promise<ClaimEventRow[]> {
  if (claimIds.length === 0) return [];
  return await tx
    .select()
    .from(claimEvents)
    .where(inArray(claimEvents.claimId, [...claimIds]))
    .orderBy(asc(claimEvents.at), asc(claimEvents.id));
}

/** Ids of claims in a stage whose time is over. */
export async function listDueClaims(tx: Tx, stage: ClaimStage, now: Date): Promise<ClaimId[]> {
  const rows = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.stage, stage), lte(claims.dueAt, now)))
    .orderBy(asc(claims.dueAt));
  return rows.map(({ id }) => id as ClaimId);
}

export async function listClaimsToRemind(tx: Tx, dueBefore: Date): Promise<ClaimId[]> {
  const rows = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.stage, "waiting"), isNull(claims.remindedAt), lte(claims.dueAt, dueBefore)));
  return rows.map(({ id }) => id as ClaimId);
}

export async function listBlockedClaims(tx: Tx): Promise<ClaimId[]> {
  const rows = await tx.select({ id: claims.id }).from(claims).where(eq(claims.stage, "blocked"));
  return rows.map(({ id }) => id as ClaimId);
}

/** Open claims whose place or claimant is gone. */
export async function listLostClaims(tx: Tx): Promise<ClaimId[]> {
  const rows = await tx
    .select({ id: claims.id })
    .from(claims)
    .where(and(notInArray(claims.stage, ended), or(isNull(claims.blueprintId), isNull(claims.claimantId))));
  return rows.map(({ id }) => id as ClaimId);
}

/** Places with a queue and nothing before it. */
export async function listQueuedPlaces(tx: Tx): Promise<BlueprintId[]> {
  const rows = await tx
    .selectDistinct({ blueprintId: claims.blueprintId })
    .from(claims)
    .where(eq(claims.stage, "queued"));
  return rows.flatMap(({ blueprintId }) => (blueprintId === null ? [] : [blueprintId as BlueprintId]));
}

/** Name of a team that is not in the bin. */
export async function findTeamInUse(tx: Tx, teamId: TeamId): Promise<string | null> {
  const [row] = await tx
    .select({ name: teams.name })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNull(teams.deletedAt)));
  return row?.name ?? null;
}
