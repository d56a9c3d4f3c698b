import { claimDays } from "@blueprint/contract/claim-steps";
import type { BlueprintId, ClaimId, TeamId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { acceptClaim } from "./claim-moves.service.ts";
import { beginNext, recordStep, toDueAt } from "./claim-record.service.ts";
import {
  type ClaimRow,
  findClaim,
  listBlockedClaims,
  listClaimsOfPlace,
  listClaimsToRemind,
  listDueClaims,
  listLostClaims,
  listQueuedPlaces,
  lockClaim,
  lockPlace,
  type PlaceRow,
  updateClaim,
} from "./claims.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Does what is due in claims. Runs every hour. */
    "advance-claims": Record<string, never>;
  }
}

const dayMs = 24 * 3_600_000;
const service = { by: "service", actor: null } as const;

/** Does what is due: reminders, deadlines, moves that were blocked, queues, and claims whose place is gone. */
export async function advanceClaims(context: AppContext): Promise<void> {
  const { db, clock, log } = context;
  const now = clock.now();
  const each = async (ids: readonly ClaimId[], work: (id: ClaimId) => Promise<void>) => {
    for (const id of ids)
      await work(id).catch((error: unknown) => {
        // Another step was faster, or the next run tries again.
        if (!(error instanceof AppError)) throw error;
        log.info({ claimId: id, code: error.code }, "a claim wasn't advanced");
      });
  };
  await each(await listLostClaims(db), (id) =>
    expire(context, id, ({ blueprintId, claimantId }) => blueprintId === null || claimantId === null),
  );
  await each(await listClaimsToRemind(db, new Date(now.getTime() + claimDays.remind * dayMs)), (id) =>
    remind(context, id),
  );
  await each(await listDueClaims(db, "proving", now), (id) => expire(context, id, isDueIn(now, "proving")));
  await each(await listDueClaims(db, "blocked", now), (id) => expire(context, id, isDueIn(now, "blocked")));
  await each(await listDueClaims(db, "waiting", now), (id) => passDeadline(context, id));
  await each(await listBlockedClaims(db), (id) => acceptClaim(context, id, { ...service, step: "retry" }));
  for (const blueprintId of await listQueuedPlaces(db))
    await db.transaction(async (tx) => beginNext(tx, context, blueprintId, await lockPlace(tx, blueprintId)));
}

const isDueIn =
  (now: Date, stage: ClaimRow["stage"]) =>
  (claim: ClaimRow): boolean =>
    claim.stage === stage && claim.dueAt !== null && claim.dueAt <= now;

async function expire(context: AppContext, id: ClaimId, isStill: (claim: ClaimRow) => boolean): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockClaim(tx, id);
    if (locked === null || !isStill(locked.claim)) return;
    const { claim } = locked;
    const reason =
      claim.blueprintId === null
        ? "The place was deleted."
        : claim.claimantId === null
          ? "The claimant's account was deleted."
          : "";
    await recordStep(tx, context, locked, { ...service, step: "expire", to: "expired", reason });
  });
}

async function remind(context: AppContext, id: ClaimId): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockClaim(tx, id);
    if (locked === null || locked.claim.stage !== "waiting" || locked.claim.remindedAt !== null) return;
    const change = { remindedAt: context.clock.now() };
    await recordStep(tx, context, locked, { ...service, step: "remind", to: "waiting", change });
  });
}

/** A proof decides if the team didn't object; without one, an operator does. */
async function passDeadline(context: AppContext, id: ClaimId): Promise<void> {
  const claim = await findClaim(context.db, id);
  if (claim === null || !isDueIn(context.clock.now(), "waiting")(claim)) return;
  const step = { ...service, step: "pass-deadline" } as const;
  if (claim.isProofEnough) return await acceptClaim(context, id, step);
  await context.db.transaction(async (tx) => {
    const locked = await lockClaim(tx, id);
    if (locked === null || locked.claim.stage !== "waiting" || locked.claim.isProofEnough) return;
    await recordStep(tx, context, locked, { ...step, to: "review" });
  });
}

/**
 * After a team gave a place to another one by itself: a claim for that team is fulfilled, and an operator decides about a
 * claim that waited for the former team.
 */
export async function followPlace(
  tx: Tx,
  context: AppContext,
  blueprintId: BlueprintId,
  teamId: TeamId,
): Promise<void> {
  const place = await lockPlace(tx, blueprintId);
  // An event may arrive after a further move.
  if (place === null || place.teamId !== teamId) return;
  for (const claim of await listClaimsOfPlace(tx, blueprintId, ["waiting", "review", "blocked", "appealed"])) {
    const locked = await lockClaim(tx, claim.id as ClaimId);
    if (locked !== null) await followOne(tx, context, { ...locked, place }, teamId);
  }
}

async function followOne(
  tx: Tx,
  context: AppContext,
  { claim, place }: { claim: ClaimRow; place: PlaceRow },
  teamId: TeamId,
): Promise<void> {
  if (claim.presentTeamId === teamId) return;
  const step = { ...service, step: "follow-place" } as const;
  if (claim.receivingTeamId === teamId) {
    const change = { dueAt: toDueAt("accepted", context.clock.now()) };
    return void (await recordStep(tx, context, { claim, place }, { ...step, to: "accepted", change }));
  }
  const change = { presentTeamId: teamId };
  if (claim.stage === "waiting")
    return void (await recordStep(tx, context, { claim, place }, { ...step, to: "review", change }));
  await updateClaim(tx, claim.id, change);
}
