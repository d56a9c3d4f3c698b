import { limits } from "@blueprint/contract/limits";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { findProofs, saveProof } from "./sessions.repository.ts";

const proofValidMs = limits.confirmationValidMinutes * 60_000;
/** Clocks of an installation's servers differ slightly. */
const aheadMsMax = 60_000;

/**
 * Guards a sensitive change: the user must have signed in on this session, or reauthenticated, within the last minutes.
 * A session left open or stolen cannot take over the account.
 * @throws AppError `confirmation-needed`
 */
export async function requireProof(tx: Tx, context: AppContext, actor: Actor): Promise<void> {
  const nowMs = context.clock.now().getTime();
  const proofs = actor.apiKey === undefined ? await findProofs(tx, actor.userId, actor.sessionId) : [];
  const isRecent = proofs.some((at) => nowMs - at.getTime() <= proofValidMs && at.getTime() - nowMs <= aheadMsMax);
  if (!isRecent) throw new AppError("confirmation-needed");
}

/** Records that the session's user has just reauthenticated. */
export async function noteProof(tx: Tx, context: AppContext, actor: Actor): Promise<void> {
  await saveProof(tx, actor.userId, actor.sessionId, context.clock.now());
}
