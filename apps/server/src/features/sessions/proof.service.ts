import { limits } from "@blueprint/contract/limits";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { findProofs, saveProof } from "./sessions.repository.ts";

const proofValidMs = limits.confirmationValidMinutes * 60_000;
/** Servers of one installation do not agree to the millisecond. */
const aheadMsMax = 60_000;

/**
 * The guard before a sensitive change: whoever asks signed in on this session, or confirmed who they are, a few minutes
 * ago. A session that somebody left open, or stole, changes nothing that makes the account another's.
 * @throws AppError `confirmation-needed`
 */
export async function requireProof(tx: Tx, context: AppContext, actor: Actor): Promise<void> {
  const nowMs = context.clock.now().getTime();
  const proofs = actor.apiKey === undefined ? await findProofs(tx, actor.userId, actor.sessionId) : [];
  const isRecent = proofs.some((at) => nowMs - at.getTime() <= proofValidMs && at.getTime() - nowMs <= aheadMsMax);
  if (!isRecent) throw new AppError("confirmation-needed");
}

/** The person of a session has just shown who they are. */
export async function noteProof(tx: Tx, context: AppContext, actor: Actor): Promise<void> {
  await saveProof(tx, actor.userId, actor.sessionId, context.clock.now());
}
