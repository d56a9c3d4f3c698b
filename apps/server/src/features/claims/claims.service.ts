import { type ClaimParty, type ClaimStep, claimDays, claimSteps } from "@blueprint/contract/claim-steps";
import type { BegunClaim, Claim } from "@blueprint/contract/claims";
import type { BlueprintId, ClaimId, TeamId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { claimRelations } from "@blueprint/contract/requests";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { findServedBySlug, isForVisitors } from "../blueprints/blueprints.service.ts";
import { listClaimStarts } from "../installation/requests.service.ts";
import { findServedVersion } from "../publishing/publishing.service.ts";
import { findTeamScope, hasTeamPermission, requireTeamPermission } from "../teams/teams.service.ts";
import { isStepOpen, toDueAt } from "./claim-record.service.ts";
import {
  type ClaimEventRow,
  countAllClaims,
  countOpenClaims,
  getListedClaim,
  hasOpenClaim,
  insertClaim,
  insertClaimEvent,
  type ListedClaim,
  listAllClaims as listAllRows,
  listClaimEvents,
  listClaimsOf,
  listClaimsOfTeam,
  lockPlace,
  type PlaceRow,
  wasDeclinedSince,
} from "./claims.repository.ts";
import { listVenueDomains } from "./venue-domains.ts";

const dayMs = 24 * 3_600_000;
const claimsListedMax = 100;
const claimsPerPage = 30;

export interface NewClaim {
  readonly slug: string;
  readonly teamId: TeamId;
  readonly relation: (typeof claimRelations)[number];
  readonly statement: string;
}

/**
 * Starts a claim. Only the claimant hears of it until something is proven or sent.
 * @throws AppError invalid-input (no such place), not-found and forbidden for the team, claim-own-place, claim-exists,
 * claim-too-soon, claims-too-many
 */
export async function startClaim(context: AppContext, actor: Actor, asked: NewClaim): Promise<Claim> {
  const { db, clock, ids } = context;
  const { slug, relation, statement } = asked;
  const served = await findOpenPlace(context, slug);
  if (served === null)
    throw new AppError("invalid-input", { fields: { slug: "No place is open to visitors at this address." } });
  const to = await requireTeamPermission(db, actor, asked.teamId, "blueprint.edit");
  const mayMove = await findTeamScope(db, actor, served.teamId as TeamId, "blueprint.transfer");
  if (served.teamId === to.teamId || mayMove !== null) throw new AppError("claim-own-place");
  const id = ids.uuid() as ClaimId;
  await db.transaction(async (tx) => {
    const place = await lockPlace(tx, served.id as BlueprintId);
    if (place === null) throw new AppError("not-found");
    const now = clock.now();
    if (await hasOpenClaim(tx, actor.userId, place.id)) throw new AppError("claim-exists");
    const since = new Date(now.getTime() - claimDays.again * dayMs);
    if (await wasDeclinedSince(tx, actor.userId, place.id, since)) throw new AppError("claim-too-soon");
    if ((await countOpenClaims(tx, actor.userId)) >= limits.openClaimsMax) throw new AppError("claims-too-many");
    await insertClaim(tx, {
      id,
      blueprintId: place.id,
      placeName: place.name,
      placeSlug: place.slug,
      claimantId: actor.userId,
      claimantName: actor.name,
      receivingTeamId: to.teamId,
      relation,
      statement,
      stage: "proving",
      dueAt: toDueAt("proving", now),
      createdAt: now,
      stageAt: now,
    });
    await insertClaimEvent(tx, {
      id: ids.uuid(),
      claimId: id,
      at: now,
      step: "start",
      party: "claimant",
      userId: actor.userId,
      userName: actor.name,
      stage: "proving",
      reason: "",
    });
  });
  return await getClaim(context, id, { by: "claimant", actor });
}

/** The place at an address, if anyone may open it. */
export async function findOpenPlace({ db, clock }: AppContext, slug: string): Promise<PlaceRow | null> {
  if (!/^[a-z0-9-]+$/.test(slug)) return null;
  const served = await findServedBySlug(db, slug, clock.now());
  return served !== null && isForVisitors(served) ? served : null;
}

/** @throws AppError not-found */
export async function getClaimablePlace(context: AppContext, slug: string) {
  const place = await findOpenPlace(context, slug);
  if (place === null) throw new AppError("not-found");
  const version = await findServedVersion(context, place, "visitor");
  return {
    name: version?.name ?? place.name,
    address: version?.address ?? "",
    domains: await listPlaceDomains(context, place),
  };
}

/** Web domains that the place's published facts name. */
export async function listPlaceDomains(context: AppContext, place: PlaceRow): Promise<string[]> {
  const version = await findServedVersion(context, place, "visitor");
  return version === null ? [] : listVenueDomains(version.facts);
}

/** The caller's claims, and what they started before they had an account. */
export async function listMyClaims(
  context: AppContext,
  actor: Actor,
): Promise<{ claims: Claim[]; begun: BegunClaim[] }> {
  const { db } = context;
  const listed = await listClaimsOf(db, actor.userId, claimsListedMax);
  const known = new Set(
    listed.flatMap(({ claim, place }) => [claim.placeSlug, ...(place === null ? [] : [place.slug])]),
  );
  const begun = (await listClaimStarts(db, actor.email)).filter(({ slug }) => !known.has(slug));
  return {
    claims: await toClaims(context, db, listed, { by: "claimant", actor }),
    begun: begun.map(({ requestId, slug, relation, evidence, createdAt }) => ({
      requestId,
      slug,
      relation,
      statement: evidence,
      createdAt: createdAt.toISOString(),
    })),
  };
}

export async function listTeamClaims(context: AppContext, actor: Actor, scope: TeamScope): Promise<Claim[]> {
  const listed = await listClaimsOfTeam(context.db, scope, claimsListedMax);
  return await toClaims(context, context.db, listed, { by: "team", actor });
}

export async function listAllClaims(
  context: AppContext,
  actor: Actor,
  { state, cursor }: { state: "open" | "closed"; cursor?: string | undefined },
): Promise<{ claims: Claim[]; nextCursor: string | null; total: number }> {
  const { db, clock } = context;
  const now = clock.now();
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const rows = await listAllRows(db, state, now, position, claimsPerPage + 1);
  const { shown, nextCursor } = toPage(rows, claimsPerPage, ({ claim }) => ({ at: claim.createdAt, id: claim.id }));
  const claims = await toClaims(context, db, shown, { by: "operator", actor });
  return { claims, nextCursor, total: await countAllClaims(db, state, now) };
}

export interface ClaimReader {
  readonly by: Exclude<ClaimParty, "service">;
  readonly actor: Actor;
}

/** A claim as one of its sides reads it. The caller has checked that the reader belongs to that side. */
export async function getClaim(context: AppContext, id: ClaimId, reader: ClaimReader): Promise<Claim> {
  const [claim] = await toClaims(context, context.db, [await getListedClaim(context.db, id)], reader);
  return claim as Claim;
}

async function toClaims(
  context: AppContext,
  tx: Tx,
  listed: readonly ListedClaim[],
  reader: ClaimReader,
): Promise<Claim[]> {
  const events = Map.groupBy(
    await listClaimEvents(
      tx,
      listed.map(({ claim }) => claim.id),
    ),
    ({ claimId }) => claimId,
  );
  return await Promise.all(
    listed.map(async (one) =>
      toClaim(one, events.get(one.claim.id) ?? [], reader, await listSteps(context, tx, one, reader)),
    ),
  );
}

/** What the reader may do now. */
async function listSteps(
  { clock }: AppContext,
  tx: Tx,
  { claim }: ListedClaim,
  { by, actor }: ClaimReader,
): Promise<ClaimStep[]> {
  const now = clock.now();
  const open = (Object.keys(claimSteps) as ClaimStep[]).filter((step) => isStepOpen(claim, step, by, now));
  if (by !== "claimant" || !open.includes("undo")) return open;
  const mayGive =
    claim.receivingTeamId !== null &&
    (await hasTeamPermission(tx, actor.userId as UserId, claim.receivingTeamId as TeamId, "blueprint.transfer"));
  return mayGive ? open : open.filter((step) => step !== "undo");
}

function toClaim(
  { claim, place, receivingTeamName, presentTeamName }: ListedClaim,
  events: readonly ClaimEventRow[],
  { by }: ClaimReader,
  steps: ClaimStep[],
): Claim {
  const isClaimants = by === "claimant";
  const isOpen =
    place !== null &&
    place.publishedVersion !== null &&
    place.archivedAt === null &&
    place.binnedAt === null &&
    isForVisitors(place);
  // What a place is called now is for those who may open it.
  const isNamedNow = place !== null && (isOpen || !isClaimants);
  return {
    id: claim.id as ClaimId,
    place: {
      blueprintId: (place?.id ?? null) as BlueprintId | null,
      name: isNamedNow ? place.name : claim.placeName,
      slug: isNamedNow ? place.slug : claim.placeSlug,
      isOpen,
    },
    claimantName: claim.claimantName,
    receivingTeamName,
    presentTeamName,
    relation: claim.relation,
    statement: claim.statement,
    stage: claim.stage,
    steps,
    proof: claim.proof,
    provenAt: claim.provenAt?.toISOString() ?? null,
    domain:
      claim.domain === null
        ? null
        : {
            name: claim.domain,
            isNamed: claim.isDomainNamed,
            token: isClaimants ? claim.domainToken : null,
            mailedTo: isClaimants ? claim.mailedTo : null,
          },
    dueAt: claim.dueAt?.toISOString() ?? null,
    obstacle: claim.obstacleCode === null ? null : { code: claim.obstacleCode, detail: claim.obstacleDetail },
    isAppealed: claim.isAppealed,
    isAskedBack: claim.isAskedBack,
    history: events.map(({ at, step, party, userName, stage, reason }) => ({
      at: at.toISOString(),
      step,
      by: party,
      name: userName !== "" && (by === "operator" || party === by || party === "claimant") ? userName : null,
      stage,
      reason,
    })),
    createdAt: claim.createdAt.toISOString(),
  };
}
