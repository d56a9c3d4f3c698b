import type { UserId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { creditReferrer, decideOpenAccessRequests, lockAddress, wasCredited } from "./access-requests.repository.ts";
import { inviteToService } from "./invitations.service.ts";

/**
 * Admits an applicant, whichever form they used: sends an invitation to the service, credits the referrer (once per
 * address), and answers every open access request of the address.
 * @returns who was credited
 * @throws AppError `email-already-in-use` (the account exists already)
 */
export async function grantAccess(
  tx: Tx,
  context: AppContext,
  operator: Actor,
  { email, referralCode }: { email: string; referralCode: string | null },
): Promise<UserId | null> {
  // Two operators may handle two forms of one applicant: invite and credit only once.
  await lockAddress(tx, email);
  await inviteToService(tx, context, operator, email);
  const creditedTo =
    referralCode === null || (await wasCredited(tx, email)) ? null : await creditReferrer(tx, referralCode, email);
  const decision = { accepted: true, reason: "", decidedAt: context.clock.now(), decidedBy: operator.userId };
  await decideOpenAccessRequests(tx, email, decision);
  return creditedTo;
}
