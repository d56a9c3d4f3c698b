import type { TeamId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { notify } from "../notifications/notify.service.ts";
import type { InvitationRow } from "./invitations.repository.ts";

/** Tells who invited somebody that they have come. */
export async function tellInviter(
  tx: Tx,
  context: AppContext,
  { invitedBy, teamId, email }: Pick<InvitationRow, "invitedBy" | "teamId" | "email">,
  guestName: string,
): Promise<void> {
  if (invitedBy === null) return;
  await notify(tx, context, [invitedBy], {
    kind: "invitation-accepted",
    teamId: teamId as TeamId | null,
    title: `${guestName} accepted your invitation`,
    body: email === null ? "" : `It was sent to ${email}.`,
    path: teamId === null ? "/workspace" : "/team-members",
  });
}
