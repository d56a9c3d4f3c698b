import type { InvitationId, TeamId, UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import { type InvitationView, type inviteOutcomes, splitAddresses } from "@blueprint/contract/teams";
import { emailSchema } from "@blueprint/contract/text";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { type EventActor, recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { hashToken } from "../../platform/ids.ts";
import { sign } from "../../platform/secrets.ts";
import { logSecurity } from "../../platform/security-log.ts";
import { readSettings } from "../installation-settings/installation-settings.service.ts";
import { createAccount, emailHasAccount, hasAnyAccount } from "../people/accounts.service.ts";
import { requireEditorSeat, requireInvitationText } from "../plans/entitlements.service.ts";
import { isEditingRole } from "../plans/plans.policy.ts";
import { canGrantRole } from "../teams/teams.policy.ts";
import { createPersonalTeam, findRole, getTeam, isMemberByEmail, joinTeam, lockTeam } from "../teams/teams.service.ts";
import { recordAcceptance } from "./invitation-acceptance.service.ts";
import { noteOpened } from "./invitation-delivery.repository.ts";
import { countTexts, insertText } from "./invitation-texts.repository.ts";
import { invitationMail, serviceInvitationMail } from "./invitations.mail.ts";
import { isForAddress, isForMailbox, toDelivery, toInvitationState } from "./invitations.policy.ts";
import {
  findInvitationForUpdate,
  findInvitationView,
  findPerson,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  listServerInvitations,
  lockFirstInvitation,
  lockInvitation,
  lockOpenOperatorInvitations,
  markAccepted,
  revokeOpenInvitations,
  revokeOpenOperatorInvitations,
  revokeOpenServiceInvitations,
  updateInvitation,
} from "./invitations.repository.ts";

const dayMs = 24 * 3600 * 1000;

type Person = { name: string; email: string };

function toInvitation(row: InvitationRow, now: Date, wantedBy: Person | null = null) {
  return {
    id: row.id as InvitationId,
    email: row.email ?? "",
    role: row.role as TeamRole,
    state: toInvitationState(row, now),
    delivery: toDelivery(row),
    bounceReason: row.bounceReason,
    wantedBy: row.wantedAt === null ? null : wantedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/**
 * Invites every valid address that is not a member's and replaces its open invitation. A mail is sent exactly if its
 * invitation is stored.
 */
export async function inviteToTeam(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  request: { addresses: string; role: TeamRole; message: string },
) {
  if (!canGrantRole(scope.role, request.role)) throw new AppError("forbidden");
  const { teamId } = scope;
  return await context.db.transaction(async (tx) => {
    const now = context.clock.now();
    const { validDays, expiresAt } = await readValidity(tx, now);
    const results: { address: string; outcome: (typeof inviteOutcomes)[number] }[] = [];
    const invitations: ReturnType<typeof toInvitation>[] = [];
    for (const address of splitAddresses(request.addresses)) {
      const email = emailSchema.safeParse(address);
      if (!email.success) results.push({ address, outcome: "invalid-email" });
      else if (await isMemberByEmail(tx, scope, email.data)) results.push({ address, outcome: "already-member" });
      else {
        await revokeOpenInvitations(tx, scope, email.data, now);
        if (isEditingRole(request.role)) await requireEditorSeat(tx, context, scope);
        const row = await insertInvitation(tx, {
          id: context.ids.uuid() as InvitationId,
          // A placeholder: the link is made with its mail.
          tokenHash: hashToken(context.ids.token()),
          email: email.data,
          teamId,
          role: request.role,
          isOperatorInvitation: false,
          message: request.message,
          invitedBy: actor.userId,
          createdAt: now,
          expiresAt,
        });
        invitations.push(toInvitation(await mailNewLink(tx, context, actor, scope, row, validDays), now));
        const subject = { id: row.id, name: email.data };
        const facts = { role: request.role };
        await recordEvent(tx, context, { actor, teamId, type: "invitation.sent", subject, facts });
        results.push({ address, outcome: "invited" });
      }
    }
    return { results, invitations };
  });
}

/** How long a link made now is valid. */
async function readValidity(tx: Tx, now: Date): Promise<{ validDays: number; expiresAt: Date }> {
  const { invitationValidDays: validDays } = await readSettings(tx);
  return { validDays, expiresAt: new Date(now.getTime() + validDays * dayMs) };
}

/**
 * Makes a new link, which ends the former one, and mails it. Resets the delivery state of the former mail.
 * @throws AppError `plan-limit-invitation-texts`
 */
async function mailNewLink(
  tx: Tx,
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  row: InvitationRow,
  validDays: number,
): Promise<InvitationRow> {
  const token = context.ids.token();
  if (row.message !== "") await takeTextOfDay(tx, context, scope);
  const anew = { sentAt: null, deliveredAt: null, bouncedAt: null, bounceReason: "", openedAt: null };
  const renewed = await updateInvitation(tx, row.id, { tokenHash: hashToken(token), ...anew });
  const to = row.email as string;
  const mail = invitationMail({
    to,
    inviterName: actor.name,
    teamName: (await getTeam(tx, scope)).name,
    role: row.role as TeamRole,
    message: row.message,
    validDays,
    url: toInvitationUrl(context, token),
  });
  await context.jobs.enqueue(tx, "send-mail", { ...mail, invitationId: row.id });
  return renewed;
}

/** Counts a mail with a team's own text; calls run one after another. @throws AppError `plan-limit-invitation-texts` */
async function takeTextOfDay(tx: Tx, context: AppContext, scope: TeamScope): Promise<void> {
  const now = context.clock.now();
  await lockTeam(tx, scope);
  await requireInvitationText(tx, context, scope, await countTexts(tx, scope, new Date(now.getTime() - dayMs)));
  await insertText(tx, scope, { id: context.ids.uuid(), sentAt: now });
}

type TeamAct = (tx: Tx, row: InvitationRow, now: Date) => Promise<InvitationRow>;

/**
 * Changes one invitation of a team, for a caller who may invite to its role. @throws AppError `not-found`, `forbidden`,
 * `invitation-used`
 */
async function changeInvitation(
  context: AppContext,
  actor: Actor,
  scope: TeamScope,
  invitationId: InvitationId,
  type: "invitation.resent" | "invitation.extended" | "invitation.revoked" | "invitation.rebound",
  act: TeamAct,
) {
  return await context.db.transaction(async (tx) => {
    const row = await lockInvitation(tx, scope, invitationId);
    if (row === null) throw new AppError("not-found");
    if (!canGrantRole(scope.role, row.role as TeamRole)) throw new AppError("forbidden");
    if (row.acceptedAt !== null) throw new AppError("invitation-used");
    const now = context.clock.now();
    const changed = await act(tx, row, now);
    const subject = { id: row.id, name: changed.email ?? "" };
    const facts = changed.email === row.email ? {} : { from: row.email };
    await recordEvent(tx, context, { actor, teamId: scope.teamId, type, subject, facts });
    const wantedBy = changed.wantedBy === null ? null : await findPerson(tx, changed.wantedBy);
    return toInvitation(changed, now, wantedBy);
  });
}

/** An expired invitation held no seat: extending it needs one again. @throws AppError `plan-limit-editors` */
async function requireSeatOf(
  tx: Tx,
  context: AppContext,
  scope: TeamScope,
  { role, expiresAt }: InvitationRow,
  now: Date,
): Promise<void> {
  if (isEditingRole(role as TeamRole) && expiresAt <= now) await requireEditorSeat(tx, context, scope);
}

/** @throws AppError also `invitation-revoked`, `already-member`, `plan-limit-editors` */
export function resendInvitation(context: AppContext, actor: Actor, scope: TeamScope, id: InvitationId) {
  return changeInvitation(context, actor, scope, id, "invitation.resent", async (tx, row, now) => {
    if (row.revokedAt !== null) throw new AppError("invitation-revoked");
    if (await isMemberByEmail(tx, scope, row.email as string)) throw new AppError("already-member");
    await requireSeatOf(tx, context, scope, row, now);
    const { validDays, expiresAt } = await readValidity(tx, now);
    const extended = await updateInvitation(tx, row.id, { expiresAt });
    return await mailNewLink(tx, context, actor, scope, extended, validDays);
  });
}

/** @throws AppError also `invitation-revoked`, `plan-limit-editors` */
export function extendInvitation(context: AppContext, actor: Actor, scope: TeamScope, id: InvitationId) {
  return changeInvitation(context, actor, scope, id, "invitation.extended", async (tx, row, now) => {
    if (row.revokedAt !== null) throw new AppError("invitation-revoked");
    await requireSeatOf(tx, context, scope, row, now);
    const { expiresAt } = await readValidity(tx, now);
    return await updateInvitation(tx, row.id, { expiresAt });
  });
}

export function revokeInvitation(context: AppContext, actor: Actor, scope: TeamScope, id: InvitationId) {
  return changeInvitation(context, actor, scope, id, "invitation.revoked", (tx, row, now) =>
    updateInvitation(tx, row.id, { revokedAt: row.revokedAt ?? now }),
  );
}

/** @throws AppError also `invitation-revoked`, `invitation-not-wanted`, `already-member`, `plan-limit-editors` */
export function rebindInvitation(context: AppContext, actor: Actor, scope: TeamScope, id: InvitationId) {
  return changeInvitation(context, actor, scope, id, "invitation.rebound", async (tx, row, now) => {
    if (row.revokedAt !== null) throw new AppError("invitation-revoked");
    const person = row.wantedBy === null ? null : await findPerson(tx, row.wantedBy);
    if (person === null) throw new AppError("invitation-not-wanted");
    if (await isMemberByEmail(tx, scope, person.email)) throw new AppError("already-member");
    // Only one open invitation per address and team may exist.
    await revokeOpenInvitations(tx, scope, person.email, now);
    await requireSeatOf(tx, context, scope, row, now);
    const { validDays, expiresAt } = await readValidity(tx, now);
    const change = { email: person.email, wantedBy: null, wantedAt: null, expiresAt };
    return await mailNewLink(tx, context, actor, scope, await updateInvitation(tx, row.id, change), validDays);
  });
}

/** Notifies the team once that a user with another account would like to have it. @throws AppError as for accepting */
export async function askForInvitation(context: AppContext, actor: Actor, token: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const invitation = await requireOpenInvitation(tx, context, token);
    // The operator's first link is for no address, and the user's own invitation needs no request.
    if (invitation.email === null || isForMailbox(invitation, actor.email) || invitation.wantedBy === actor.userId)
      return;
    await updateInvitation(tx, invitation.id, { wantedBy: actor.userId, wantedAt: context.clock.now() });
    const { email, invitedBy: inviterId, teamId } = invitation;
    if (teamId === null) return;
    await recordEvent(tx, context, {
      actor,
      type: "invitation.wanted",
      teamId: teamId as TeamId,
      subject: { id: invitation.id, name: email },
      facts: { inviterId: inviterId as UserId | null, email, wantedFor: actor.email },
    });
  });
}

/**
 * Invites an address to the service, without a team; replaces its open invitation of this kind.
 * @throws AppError `email-already-in-use`
 */
export async function inviteToService(tx: Tx, context: AppContext, actor: Actor, email: string): Promise<void> {
  if (await emailHasAccount(tx, email)) throw new AppError("email-already-in-use");
  const now = context.clock.now();
  const { validDays, expiresAt } = await readValidity(tx, now);
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
    expiresAt,
  });
  await context.jobs.enqueue(
    tx,
    "send-mail",
    serviceInvitationMail({ to: email, inviterName: actor.name, validDays, url: toInvitationUrl(context, token) }),
  );
}

export async function listTeamInvitations(context: AppContext, scope: TeamScope) {
  const now = context.clock.now();
  return (await listInvitations(context.db, scope)).map(({ invitation, wantedBy }) =>
    toInvitation(invitation, now, wantedBy),
  );
}

/** Shows what a link is for and what the caller may do with it. Records that it was opened, for the inviter. */
export async function getInvitation(context: AppContext, actor: Actor | null, token: string): Promise<InvitationView> {
  const found = await findInvitationView(context.db, hashToken(token));
  if (found === null) throw new AppError("invitation-not-found");
  const { invitation, teamName, inviterName } = found;
  const now = context.clock.now();
  if (toInvitationState(invitation, now) === "open") await noteOpened(context.db, invitation.id, now);
  const teamId = invitation.teamId as TeamId | null;
  const isMember =
    actor !== null && teamId !== null && (await findRole(context.db, teamId, actor.userId)) !== undefined;
  return {
    state: toInvitationState(invitation, now),
    email: invitation.email,
    role: invitation.role,
    teamName,
    inviterName,
    isOperatorInvitation: invitation.isOperatorInvitation,
    accountExists: invitation.email !== null && (await emailHasAccount(context.db, invitation.email)),
    memberOf: isMember ? teamId : null,
    isWantedByYou: actor !== null && invitation.wantedBy === actor.userId,
  };
}

/** Account, profile, personal team, membership and the end of the invitation: all or nothing. */
export async function acceptWithNewAccount(
  context: AppContext,
  token: string,
  request: { email: string; name: string | undefined; passwordHash: string },
): Promise<{ userId: UserId; teamId: TeamId }> {
  const made = await context.db.transaction(async (tx) => {
    // Two printed links must not make two operators: the second user finds theirs withdrawn.
    if (await isOperatorLink(tx, token)) await lockOpenOperatorInvitations(tx);
    const invitation = await requireOpenInvitation(tx, context, token);
    if (!isForAddress(invitation, request.email)) throw new AppError("invitation-for-another");
    const userId = await createAccount(tx, context, { ...request, isOperator: invitation.isOperatorInvitation });
    const personalTeamId = await createPersonalTeam(
      tx,
      context,
      userId,
      request.name ?? (request.email.split("@")[0] as string),
    );
    const name = request.name ?? (request.email.split("@")[0] as string);
    const teamId = await join(tx, context, invitation, { userId, name });
    if (invitation.isOperatorInvitation) await revokeOpenOperatorInvitations(tx, context.clock.now());
    await recordAcceptance(tx, context, invitation, { userId, name: request.name ?? request.email });
    return { userId, joined: teamId, teamId: teamId ?? personalTeamId };
  });
  const { userId, joined, teamId } = made;
  logSecurity(context, "account.created", { userId, method: "invitation" });
  if (joined !== null) logSecurity(context, "member.joined", { userId, teamId: joined });
  return { userId, teamId };
}

/** For users with an account. Their own accepted invitation leads to the team again. */
export async function acceptInvitation(
  context: AppContext,
  actor: Actor,
  token: string,
): Promise<{ teamId: TeamId; alreadyMember: boolean }> {
  const accepted = await context.db.transaction(async (tx) => {
    const known = await findInvitationForUpdate(tx, hashToken(token));
    if (known?.acceptedBy === actor.userId && known.teamId !== null)
      return { teamId: known.teamId as TeamId, alreadyMember: true };
    const invitation = await requireOpenInvitation(tx, context, token);
    // The operator's first link creates an account; it never promotes an existing one.
    if (invitation.email === null || invitation.teamId === null) throw new AppError("invitation-used");
    if (!isForMailbox(invitation, actor.email)) throw new AppError("invitation-for-another");
    const teamId = invitation.teamId as TeamId;
    const joined = await joinTeam(tx, context, teamId, actor, invitation.role as TeamRole);
    await markAccepted(tx, invitation.id, actor.userId, context.clock.now());
    await recordAcceptance(tx, context, invitation, actor);
    return { teamId, alreadyMember: !joined };
  });
  const { teamId, alreadyMember } = accepted;
  const facts = { userId: actor.userId, teamId, ipAddress: actor.origin?.ipAddress };
  if (!alreadyMember) logSecurity(context, "member.joined", facts);
  return accepted;
}

/**
 * The link printed when the server starts without accounts; null once there is one. Further starts, and other servers
 * with the same keys, print the same link until it expires. The first account ends all of them.
 */
export async function issueFirstOperatorInvitation(context: AppContext): Promise<string | null> {
  return await context.db.transaction(async (tx) => {
    await lockFirstInvitation(tx);
    if (await hasAnyAccount(tx)) return null;
    const now = context.clock.now();
    for (const { id, tokenHash } of await listServerInvitations(tx, now)) {
      const known = toFirstToken(context, id);
      if (hashToken(known) === tokenHash) return toInvitationUrl(context, known);
    }
    const id = context.ids.uuid() as InvitationId;
    const token = toFirstToken(context, id);
    await insertInvitation(tx, {
      id,
      tokenHash: hashToken(token),
      email: null,
      teamId: null,
      role: null,
      isOperatorInvitation: true,
      message: "",
      invitedBy: null,
      createdAt: now,
      expiresAt: (await readValidity(tx, now)).expiresAt,
    });
    return toInvitationUrl(context, token);
  });
}

/** Only its hash is stored, and servers that share their keys make the same one. */
function toFirstToken({ secrets }: AppContext, id: string): string {
  return sign(secrets.capabilityKey, `first-invitation:${id}`);
}

async function isOperatorLink(tx: Tx, token: string): Promise<boolean> {
  return (await findInvitationView(tx, hashToken(token)))?.invitation.isOperatorInvitation ?? false;
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

async function join(
  tx: Tx,
  context: AppContext,
  invitation: InvitationRow,
  person: EventActor,
): Promise<TeamId | null> {
  await markAccepted(tx, invitation.id, person.userId, context.clock.now());
  if (invitation.teamId === null) return null;
  await joinTeam(tx, context, invitation.teamId as TeamId, person, invitation.role as TeamRole);
  return invitation.teamId as TeamId;
}
