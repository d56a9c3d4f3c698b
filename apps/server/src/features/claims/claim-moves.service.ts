import type { ErrorCode } from "@blueprint/contract/errors";
import type { BlueprintId, ClaimId, TeamId, UserId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { moveClaimedBlueprint } from "../blueprint-transfer/blueprint-transfer.service.ts";
import { hasTeamPermission, toDecidedScope } from "../teams/teams.service.ts";
import { recordStep, requireStep, type TakenStep } from "./claim-record.service.ts";
import { type ClaimRow, findClaim, findPlace, findTeamInUse, lockClaim, updateClaim } from "./claims.repository.ts";

/** Another writer had the place or its scans: the next try finds it free. */
const triesMax = 4;
/** What stands in the way of a move until people clear it. */
const obstacles: ReadonlySet<ErrorCode> = new Set([
  "blueprint-in-bin",
  "transfer-busy",
  "transfer-limit-published",
  "transfer-limit-storage",
  "storage-full",
  "claim-team-gone",
]);

/**
 * Accepts a claim and moves the place in one transaction. If something stands in the way, the claim is accepted but
 * waits, and says what it is.
 * @throws AppError not-found, claim-step-refused, claim-changed
 */
export async function acceptClaim(context: AppContext, id: ClaimId, step: Omit<TakenStep, "to">): Promise<void> {
  try {
    await moveWithRetries(context, id, step, "accepted");
  } catch (error) {
    if (!(error instanceof AppError) || !obstacles.has(error.code)) throw error;
    const { code } = error;
    const change = { obstacleCode: code, obstacleDetail: error.fields?.teamId ?? "" };
    await context.db.transaction(async (tx) => {
      const locked = await requireLocked(tx, id);
      // A try that finds the same obstacle is no news.
      if (step.step === "retry" && locked.claim.stage === "blocked" && locked.claim.obstacleCode === code)
        return void (await updateClaim(tx, id, change));
      await recordStep(tx, context, locked, { ...step, to: "blocked", change });
    });
  }
}

/**
 * Moves a place back to the team that had it.
 * @throws AppError as `acceptClaim`, and every obstacle of the move
 */
export async function undoClaim(context: AppContext, id: ClaimId, step: Omit<TakenStep, "to">): Promise<void> {
  await moveWithRetries(context, id, step, "undone");
}

async function moveWithRetries(
  context: AppContext,
  id: ClaimId,
  step: Omit<TakenStep, "to">,
  to: "accepted" | "undone",
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await moveOnce(context, id, step, to);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "conflict") throw error;
      if (tries === triesMax) throw new AppError("claim-changed", { cause: error });
    }
}

async function moveOnce(
  context: AppContext,
  id: ClaimId,
  step: Omit<TakenStep, "to">,
  to: "accepted" | "undone",
): Promise<void> {
  const { db } = context;
  const claim = await findClaim(db, id);
  if (claim === null) throw new AppError("not-found");
  requireStep(context, claim, step);
  const place = claim.blueprintId === null ? null : await findPlace(db, claim.blueprintId);
  if (place === null) throw new AppError("claim-step-refused");
  const receiver = await requireTarget(db, claim, to);
  // Of a place that has moved on since, nothing is undone.
  if (to === "undone" && place.teamId !== claim.receivingTeamId) throw new AppError("claim-step-refused");
  const userId = (claim.claimantId ?? step.actor?.userId) as UserId;
  const move = {
    from: toDecidedScope(place.teamId as TeamId, userId),
    to: toDecidedScope(receiver, userId),
    id: place.id as BlueprintId,
    actor: step.actor,
  };
  // The team that gives it keeps the claim in its list, and may ask for it back.
  const change = to === "accepted" ? { presentTeamId: place.teamId } : {};
  await moveClaimedBlueprint(context, move, async (tx) => {
    const locked = await requireLocked(tx, id);
    await requireTarget(tx, locked.claim, to);
    await recordStep(tx, context, locked, { ...step, to, change });
  }).catch((error: unknown) => {
    // The place moved, or went, after it was read.
    throw error instanceof AppError && error.code === "not-found" ? new AppError("conflict") : error;
  });
}

/** The team that gets the place. @throws AppError claim-team-gone */
async function requireTarget(tx: Tx, claim: ClaimRow, to: "accepted" | "undone"): Promise<TeamId> {
  const teamId = (to === "accepted" ? claim.receivingTeamId : claim.presentTeamId) as TeamId | null;
  if (teamId === null || (await findTeamInUse(tx, teamId)) === null) throw new AppError("claim-team-gone");
  if (to === "accepted") {
    const { claimantId } = claim;
    const mayReceive =
      claimantId !== null && (await hasTeamPermission(tx, claimantId as UserId, teamId, "blueprint.edit"));
    if (!mayReceive) throw new AppError("claim-team-gone");
  }
  return teamId;
}

export async function requireLocked(tx: Tx, id: ClaimId) {
  const locked = await lockClaim(tx, id);
  if (locked === null) throw new AppError("not-found");
  return locked;
}
