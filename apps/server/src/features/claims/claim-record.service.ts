import {
  type ClaimParty,
  type ClaimStage,
  type ClaimStep,
  claimDays,
  endedClaimStages,
  findStepRule,
  mayTakeStep,
  raisedClaimStages,
  stepNeedsReason,
} from "@blueprint/contract/claim-steps";
import type { BlueprintId, ClaimId, TeamId, UserId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { changeClaimState } from "../blueprints/blueprints.service.ts";
import { findEarlierClaim } from "../installation/requests.service.ts";
import {
  type ClaimRow,
  findFirstQueued,
  hasContested,
  insertClaimEvent,
  listClaimsOfPlace,
  type PlaceRow,
  updateClaim,
} from "./claims.repository.ts";

const dayMs = 24 * 3_600_000;

const stageDays: Readonly<Partial<Record<ClaimStage, number>>> = {
  proving: claimDays.prove,
  waiting: claimDays.object,
  blocked: claimDays.move,
  accepted: claimDays.undo,
  declined: claimDays.appeal,
};

/** When a stage that begins now ends by itself. */
export function toDueAt(stage: ClaimStage, now: Date): Date | null {
  const days = stageDays[stage];
  return days === undefined ? null : new Date(now.getTime() + days * dayMs);
}

function hasEnded(stage: ClaimStage): boolean {
  return (endedClaimStages as readonly ClaimStage[]).includes(stage);
}

export interface StepTaker {
  readonly by: ClaimParty;
  /** Null for the service. */
  readonly actor: Actor | null;
}

export interface TakenStep extends StepTaker {
  readonly step: ClaimStep;
  readonly to: ClaimStage;
  readonly reason?: string | undefined;
  readonly change?: Partial<ClaimRow>;
}

/**
 * Whether the table and the claim's own limits allow a step now.
 * @throws AppError claim-step-refused, invalid-input (no reason)
 */
export function requireStep(
  { clock }: Pick<AppContext, "clock">,
  claim: ClaimRow,
  { step, by, reason = "" }: { step: ClaimStep; by: ClaimParty; reason?: string | undefined },
): void {
  if (!isStepOpen(claim, step, by, clock.now())) throw new AppError("claim-step-refused");
  if (by !== "service" && stepNeedsReason(step) && reason === "")
    throw new AppError("invalid-input", { fields: { reason: "Say why. Both sides read it." } });
}

export function isStepOpen(claim: ClaimRow, step: ClaimStep, by: ClaimParty, now: Date): boolean {
  if (!mayTakeStep(step, by, claim.stage)) return false;
  const isInTime = claim.dueAt !== null && now < claim.dueAt;
  if (step === "appeal") return isInTime && !claim.isAppealed;
  if (step === "ask-back") return isInTime && !claim.isAskedBack;
  if (step === "undo") return isInTime;
  // A proof that is enough needs no other.
  if (step === "prove") return !claim.isProofEnough;
  // In the time between the deadline and the job that follows it, nothing is decided yet.
  return true;
}

/**
 * Takes a step: the claim's row, its history, the place's claim state, the event, and the next claim in the queue. The
 * caller holds the place and the claim.
 * @throws AppError claim-step-refused
 */
export async function recordStep(
  tx: Tx,
  context: AppContext,
  { claim, place }: { claim: ClaimRow; place: PlaceRow | null },
  { step, by, actor, to, reason = "", change = {} }: TakenStep,
): Promise<ClaimRow> {
  requireStep(context, claim, { step, by, reason });
  if (!findStepRule(step).to.includes(to)) throw new Error(`A claim can't get to "${to}" by "${step}".`);
  const now = context.clock.now();
  const isNew = to !== claim.stage;
  const row = await updateClaim(tx, claim.id, {
    stage: to,
    ...(isNew ? { stageAt: now, dueAt: toDueAt(to, now) } : {}),
    ...(hasEnded(to) ? { mailedTo: null, mailTokenHash: null, mailExpiresAt: null } : {}),
    ...(to === "blocked" ? {} : { obstacleCode: null, obstacleDetail: "" }),
    ...(isNew && to === "waiting" ? { presentTeamId: place?.teamId ?? null, remindedAt: null } : {}),
    ...change,
  });
  await insertClaimEvent(tx, {
    id: context.ids.uuid(),
    claimId: claim.id,
    at: now,
    step,
    party: by,
    userId: actor?.userId ?? null,
    userName: actor?.name ?? "",
    stage: to,
    reason,
  });
  await recordEvent(tx, context, {
    actor,
    teamId: row.presentTeamId as TeamId | null,
    type: "claim.moved-on",
    subject: { id: row.blueprintId, name: place?.name ?? row.placeName },
    facts: {
      claimId: row.id as ClaimId,
      step,
      by,
      stage: to,
      reason,
      claimant: row.claimantName,
      claimantId: row.claimantId as UserId | null,
      dueAt: row.dueAt?.toISOString() ?? null,
      obstacle: row.obstacleCode,
    },
  });
  if (row.blueprintId !== null) {
    await beginNext(tx, context, row.blueprintId as BlueprintId, place);
    await showState(tx, row.blueprintId, place, step);
  }
  return row;
}

/** Raises the first claim in the queue once nothing is before it. The caller holds the place. */
export async function beginNext(
  tx: Tx,
  context: AppContext,
  blueprintId: BlueprintId,
  place: PlaceRow | null,
): Promise<void> {
  if (place === null || (await hasContested(tx, blueprintId))) return;
  const claim = await findFirstQueued(tx, blueprintId);
  if (claim === null) return;
  const service = { by: "service", actor: null } as const;
  if (claim.receivingTeamId !== place.teamId)
    return void (await recordStep(tx, context, { claim, place }, { ...service, step: "begin", to: "waiting" }));
  const reason = "The team that was to receive the place has it.";
  await recordStep(tx, context, { claim, place }, { ...service, step: "expire", to: "expired", reason });
}

/** What the blueprint says about its claims. Claims of earlier versions were requests to the operators. */
async function showState(tx: Tx, blueprintId: string, place: PlaceRow | null, step: ClaimStep): Promise<void> {
  if (place === null) return;
  const earlier = await findEarlierClaim(tx, place.slug);
  const isPending = (await listClaimsOfPlace(tx, blueprintId, ["queued", ...raisedClaimStages])).length > 0;
  const isClaimed = (await listClaimsOfPlace(tx, blueprintId, ["accepted"])).length > 0;
  const state =
    isPending || earlier === "open"
      ? "pending"
      : isClaimed || (earlier === "accepted" && step !== "undo")
        ? "claimed"
        : "unclaimed";
  if (state !== place.claimState) await changeClaimState(tx, place.slug, state, ["unclaimed", "pending", "claimed"]);
}
