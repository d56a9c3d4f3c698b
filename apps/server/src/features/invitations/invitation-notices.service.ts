import type { TeamId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { notify } from "../notifications/notify.service.ts";
import { type InvitationRow, listRolesInTeam } from "./invitations.repository.ts";

/** Notifies the inviter that the invited person has joined. */
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
    path: teamId === null ? "/workspace" : `/team-members?team=${teamId}`,
  });
}

/**
 * Notifies the inviter that a user with another address opened the link and would like the invitation. If the inviter
 * has left the team or may not invite any more, notifies everyone who may.
 */
export async function tellOfWish(
  tx: Tx,
  context: AppContext,
  actor: Actor,
  { invitedBy, teamId, email }: Pick<InvitationRow, "invitedBy" | "teamId" | "email">,
  view: { teamName: string | null } | null,
): Promise<void> {
  if (teamId === null || view?.teamName == null) return;
  const members = await listRolesInTeam(tx, teamId as TeamId);
  const able = members.filter(({ role }) => roleMay(role, "member.invite")).map(({ userId }) => userId);
  const isInviterAble = invitedBy !== null && able.includes(invitedBy);
  await notify(tx, context, isInviterAble ? [invitedBy] : able, {
    kind: "invitation-wanted",
    teamId: teamId as TeamId,
    title: `${actor.name} wants to join ${view.teamName} with a different address`,
    body: `You invited ${email}. ${actor.name} (${actor.email}) opened the link and wants the invitation for that address. If you know them, move the invitation on the team members page. If not, do nothing.`,
    path: `/team-members?team=${teamId}`,
  });
}
