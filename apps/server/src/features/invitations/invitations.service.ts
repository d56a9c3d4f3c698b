import type { InvitationId, TeamId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { TeamRole } from "@blueprint/contract/roles";
import type { InvitationView } from "@blueprint/contract/teams";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { hashToken } from "../../platform/ids.ts";
import { createAccount, emailHasAccount, hasAnyAccount } from "../accounts/accounts.service.ts";
import { requireEditorSeat } from "../plans/entitlements.service.ts";
import { isEditingRole } from "../plans/plans.policy.ts";
import { canGrantRole } from "../teams/teams.policy.ts";
import {
  createPersonalTeam,
  getTeam,
  isMemberByEmail,
  joinTeam,
  requireTeamPermission,
  type TeamScope,
} from "../teams/teams.service.ts";
import { tellInviter } from "./invitation-notices.service.ts";
import { invitationMail, serviceInvitationMail } from "./invitations.mail.ts";
import { isForAddress, toInvitationState } from "./invitations.policy.ts";
import {
  findInvitationForUpdate,
  findInvitationView,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  markAccepted,
  revokeOpenInvitations,
  revokeOpenOperatorInvitations,
  revokeOpenServiceInvitations,
} from "./invitations.repository.ts";

const dayMs = 24 * 3600 * 1000;

function toInvitation(row: InvitationRow, now: Date) {
  return {
    id: row.id as InvitationId,
    email: row.email ?? "",
    role: row.role as TeamRole,
    state: toInvitationState(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** Invites an address; an open invitation of it is replaced. The mail leaves exactly if the invitation exists. */
export async function inviteToTeam(
  context: AppContext,
  actor: Actor,
  teamId: TeamId,
  request: { email: string; role: TeamRole; message: string },
) {
  return await context.db.transaction(async (tx) => {
    const scope = await requireTeamPermission(tx, actor, teamId, "member.invite");
    if (!canGrantRole(scope.role, request.role)) throw new AppError("forbidden");
    if (await isMemberByEmail(tx, scope, request.email)) throw new AppError("already-member");
    const now = context.clock.now();
    const token = context.ids.token();
    await revokeOpenInvitations(tx, scope, request.email, now);
    if (isEditingRole(request.role)) await requireEditorSeat(tx, context, scope);
    const row = await insertInvitation(tx, {
      id: context.ids.uuid() as InvitationId,
      tokenHash: hashToken(token),
      email: request.email,
      teamId,
      role: request.role,
      isOperatorInvitation: false,
      message: request.message,
      invitedBy: actor.userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + limits.invitationValidDays * dayMs),
    });
    const mail = invitationMail({
      to: request.email,
      inviterName: actor.name,
      teamName: (await getTeam(tx, scope)).name,
      role: request.role,
      message: request.message,
      url: toInvitationUrl(context, token),
    });
    await context.jobs.enqueue(tx, "send-mail", mail);
    return toInvitation(row, now);
  });
}

/**
 * Invites an address to the service, without a team; an open invitation of this kind is replaced.
 * @throws AppError `email-already-in-use`
 */
export async function inviteToService(tx: Tx, context: AppContext, actor: Actor, email: string): Promise<void> {
  if (await emailHasAccount(tx, email)) throw new AppError("email-already-in-use");
  const now = context.clock.now();
  const token = context.ids.token();
  await revokeOpenServiceInvitations(tx, email, now);
  await insertInvitation(tx, {
    id: context.ids.uuid() as InvitationId,
    tokenHash: hashToken(token),
    email,
    teamId: null,
    role: null,
    isOperatorInvitation: false,
    message: "",
    invitedBy: actor.userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.invitationValidDays * dayMs),
  });
  await context.jobs.enqueue(
    tx,
    "send-mail",
    serviceInvitationMail({ to: email, inviterName: actor.name, url: toInvitationUrl(context, token) }),
  );
}

export async function listTeamInvitations(context: AppContext, scope: TeamScope) {
  const now = context.clock.now();
  return (await listInvitations(context.db, scope)).map((row) => toInvitation(row, now));
}

export async function getInvitation(context: AppContext, token: string): Promise<InvitationView> {
  const found = await findInvitationView(context.db, hashToken(token));
  if (found === null) throw new AppError("invitation-not-found");
  const { invitation, teamName, inviterName } = found;
  return {
    state: toInvitationState(invitation, context.clock.now()),
    email: invitation.email,
    role: invitation.role,
    teamName,
    inviterName,
    isOperatorInvitation: invitation.isOperatorInvitation,
    accountExists: invitation.email !== null && (await emailHasAccount(context.db, invitation.email)),
  };
}

/** Account, profile, personal team, membership and the invitation's end: all of it or nothing. */
export async function acceptWithNewAccount(
  context: AppContext,
  token: string,
  request: { email: string; name: string | undefined; passwordHash: string },
): Promise<{ userId: UserId; teamId: TeamId }> {
  return await context.db.transaction(async (tx) => {
    const invitation = await requireOpenInvitation(tx, context, token);
    if (!isForAddress(invitation, request.email)) throw new AppError("invitation-for-another");
    const userId = await createAccount(tx, context, { ...request, isOperator: invitation.isOperatorInvitation });
    const personalTeamId = await createPersonalTeam(
      tx,
      context,
      userId,
      request.name ?? (request.email.split("@")[0] as string),
    );
    const teamId = await join(tx, context, invitation, userId);
    await tellInviter(tx, context, invitation, request.name ?? request.email);
    return { userId, teamId: teamId ?? personalTeamId };
  });
}

/** For somebody who has an account already. An accepted invitation of their own leads to the team once more. */
export async function acceptInvitation(
  context: AppContext,
  actor: Actor,
  token: string,
): Promise<{ teamId: TeamId; alreadyMember: boolean }> {
  return await context.db.transaction(async (tx) => {
    const known = await findInvitationForUpdate(tx, hashToken(token));
    if (known?.acceptedBy === actor.userId && known.teamId !== null)
      return { teamId: known.teamId as TeamId, alreadyMember: true };
    const invitation = await requireOpenInvitation(tx, context, token);
    // The operator's first link makes an account; it never raises an existing one.
    if (invitation.email === null || invitation.teamId === null) throw new AppError("invitation-used");
    if (!isForAddress(invitation, actor.email)) throw new AppError("invitation-for-another");
    const teamId = invitation.teamId as TeamId;
    const joined = await joinTeam(tx, context, teamId, actor.userId, invitation.role as TeamRole);
    await markAccepted(tx, invitation.id, actor.userId, context.clock.now());
    await tellInviter(tx, context, invitation, actor.name);
    return { teamId, alreadyMember: !joined };
  });
}

/** The link printed on a start with an empty database; null once there is an account. Each start makes the former one void. */
export async function issueFirstOperatorInvitation(context: AppContext): Promise<string | null> {
  return await context.db.transaction(async (tx) => {
    if (await hasAnyAccount(tx)) return null;
    const now = context.clock.now();
    const token = context.ids.token();
    await revokeOpenOperatorInvitations(tx, now);
    await insertInvitation(tx, {
      id: context.ids.uuid() as InvitationId,
      tokenHash: hashToken(token),
      email: null,
      teamId: null,
      role: null,
      isOperatorInvitation: true,
      message: "",
      invitedBy: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + limits.invitationValidDays * dayMs),
    });
    return toInvitationUrl(context, token);
  });
}

function toInvitationUrl(context: AppContext, token: string): string {
  return `${context.config.publicUrl}/accept-invite?token=${token}`;
}

async function requireOpenInvitation(tx: Tx, context: AppContext, token: string): Promise<InvitationRow> {
  const invitation = await findInvitationForUpdate(tx, hashToken(token));
  if (invitation === null) throw new AppError("invitation-not-found");
  const state = toInvitationState(invitation, context.clock.now());
  if (state === "accepted") throw new AppError("invitation-used");
  if (state !== "open") throw new AppError(state === "expired" ? "invitation-expired" : "invitation-revoked");
  return invitation;
}

async function join(tx: Tx, context: AppContext, invitation: InvitationRow, userId: UserId): Promise<TeamId | null> {
  await markAccepted(tx, invitation.id, userId, context.clock.now());
  if (invitation.teamId === null) return null;
  await joinTeam(tx, context, invitation.teamId as TeamId, userId, invitation.role as TeamRole);
  return invitation.teamId as TeamId;
}
