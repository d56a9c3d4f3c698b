import type { ClaimParty, ClaimStep } from "@blueprint/contract/claim-steps";
import type { ClaimId, TeamId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import { acceptClaim, requireLocked, undoClaim } from "./claim-moves.service.ts";
import { recordStep, requireStep } from "./claim-record.service.ts";
import { type ClaimRow, findClaim, hasContested } from "./claims.repository.ts";

export interface AskedStep {
  readonly step: ClaimStep;
  readonly reason: string;
}

/** @throws AppError not-found for everyone but the claimant; forbidden (undo without the right to give the place away) */
export async function takeOwnStep(context: AppContext, actor: Actor, id: ClaimId, asked: AskedStep): Promise<void> {
  const claim = await requireOwnClaim(context, actor, id);
  if (asked.step === "undo" && claim.receivingTeamId !== null)
    await requireTeamPermission(context.db, actor, claim.receivingTeamId as TeamId, "blueprint.transfer");
  await takeStep(context, id, { ...asked, by: "claimant", actor });
}

/** @throws AppError not-found for claims that the team isn't asked about */
export async function takeTeamStep(
  context: AppContext,
  actor: Actor,
  { teamId }: TeamScope,
  id: ClaimId,
  asked: AskedStep,
): Promise<void> {
  const claim = await findClaim(context.db, id);
  if (claim === null || claim.presentTeamId !== teamId) throw new AppError("not-found");
  await takeStep(context, id, { ...asked, by: "team", actor });
}

export async function takeOperatorStep(
  context: AppContext,
  actor: Actor,
  id: ClaimId,
  asked: AskedStep,
): Promise<void> {
  const claim = await findClaim(context.db, id);
  if (claim === null || claim.stage === "proving") throw new AppError("not-found");
  await takeStep(context, id, { ...asked, by: "operator", actor });
}

/** @throws AppError not-found */
export async function requireOwnClaim({ db }: AppContext, actor: Actor, id: ClaimId): Promise<ClaimRow> {
  const claim = await findClaim(db, id);
  if (claim === null || claim.claimantId !== actor.userId) throw new AppError("not-found");
  return claim;
}

async function takeStep(
  context: AppContext,
  id: ClaimId,
  asked: AskedStep & { readonly by: ClaimParty; readonly actor: Actor },
): Promise<void> {
  const { step, by } = asked;
  if (step === "agree" || step === "accept" || step === "retry") return await acceptClaim(context, id, asked);
  if (step === "undo") return await undoClaim(context, id, asked);
  await context.db.transaction(async (tx) => {
    const locked = await requireLocked(tx, id);
    const { claim, place } = locked;
    requireStep(context, claim, asked);
    if (by === "team" && place !== null && step === "object" && place.teamId !== claim.presentTeamId)
      throw new AppError("claim-step-refused");
    switch (step) {
      case "submit":
        if (place === null) throw new AppError("claim-step-refused");
        return await recordStep(tx, context, locked, {
          ...asked,
          to: (await hasContested(tx, place.id)) ? "queued" : "waiting",
        });
      case "object":
        return await recordStep(tx, context, locked, { ...asked, to: "review" });
      case "decline":
        return await recordStep(tx, context, locked, { ...asked, to: "declined" });
      case "appeal":
        return await recordStep(tx, context, locked, { ...asked, to: "appealed", change: { isAppealed: true } });
      case "ask-back":
        return await recordStep(tx, context, locked, { ...asked, to: "accepted", change: { isAskedBack: true } });
      case "withdraw":
        return await recordStep(tx, context, locked, { ...asked, to: "withdrawn" });
      default:
        // Proofs have endpoints of their own; the others are the service's.
        throw new AppError("claim-step-refused");
    }
  });
}
