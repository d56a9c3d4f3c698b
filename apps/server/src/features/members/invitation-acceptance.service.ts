import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { InvitationRow } from "./invitations.repository.ts";

/** The operator's first link has no inviter who would like to hear of it. */
export async function recordAcceptance(
  tx: Tx,
  context: AppContext,
  { id, invitedBy, teamId, email }: Pick<InvitationRow, "id" | "invitedBy" | "teamId" | "email">,
  guest: { userId: UserId; name: string },
): Promise<void> {
  if (invitedBy === null) return;
  await recordEvent(tx, context, {
    actor: guest,
    type: "invitation.accepted",
    teamId: teamId as TeamId | null,
    subject: { id, name: guest.name },
    facts: { inviterId: invitedBy as UserId, email },
  });
}
