import type { TeamId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { notify } from "../notifications/notify.service.ts";
import { type InvitationRow, listRolesInTeam } from "./invitations.repository.ts";

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
    path: teamId === null ? "/workspace" : `/team-members?team=${teamId}`,
  });
}

/**
 * Tells who invited somebody that the link was opened by a person with another address, who would like to have it. Where
 * they have left the team or may not invite any more, everybody who may is told.
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
    title: `${actor.name} asks to join ${view.teamName} with another address`,
    body: `The invitation was sent to ${email}. The link was opened by ${actor.name}, who uses ${actor.email} and asks to have the invitation for that address. If you know them, give it to them among the team's invitations. Otherwise do nothing.`,
    path: `/team-members?team=${teamId}`,
  });
}
