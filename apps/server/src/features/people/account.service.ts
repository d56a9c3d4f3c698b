import type { SignInMethods } from "@blueprint/contract/account";
import type { UserId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor, RequestOrigin } from "../../platform/http/actor.ts";
import { hashToken } from "../../platform/ids.ts";
import { hashPassword, isOutdatedHash, requireStrongPassword, verifyPassword } from "../../platform/password.ts";
import { logSecurity, logSecurityOnce } from "../../platform/security-log.ts";
import { addressTakenMail, emailChangedMail, emailConfirmationMail, passwordChangedMail } from "./account.mail.ts";
import {
  deleteGoogleAccount,
  deletePasskey,
  deletePasswordReset,
  findPendingEmail,
  findPersonalTeam,
  findWaysIn,
  hasOtherAccount,
  lockAccount,
  saveEmailChange,
  savePasswordHash,
  takeEmailChange,
  updateEmail,
} from "./account.repository.ts";
import { forgetAttempts, requireAttempt } from "./attempts.service.ts";
import { recordOwnAct } from "./own-acts.service.ts";
import { noteProof, requireProof } from "./proof.service.ts";
import { endSessions, type SessionChoice } from "./sessions.service.ts";

const emailLinkValidMs = 3600 * 1000;

export async function getSignInMethods(tx: Tx, context: AppContext, { userId }: Actor): Promise<SignInMethods> {
  const { passwordHash, googleLinkedAt, passkeys } = await findWaysIn(tx, userId);
  return {
    hasPassword: passwordHash !== null,
    google: googleLinkedAt === null ? null : { linkedAt: googleLinkedAt.toISOString() },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    passkeyOrigin: new URL(context.config.publicUrl).origin,
    pendingEmail: await findPendingEmail(tx, userId, context.clock.now()),
  };
}

/**
 * Verifies the password of the signed-in user. Failures add delays, whatever session and address they come from.
 * @throws AppError `wrong-password`, `too-many-requests`
 */
async function requireOwnPassword(context: AppContext, actor: Actor, password: string): Promise<void> {
  const { userId, origin } = actor;
  const facts = { userId, ipAddress: origin?.ipAddress, method: "password" } as const;
  await requireAttempt(context, "confirmation", userId).catch((error: unknown) => {
    logSecurityOnce(context, userId, "confirmation.limited", facts);
    throw error;
  });
  const { passwordHash } = await findWaysIn(context.db, userId);
  if (passwordHash === null || !(await verifyPassword(passwordHash, password))) {
    logSecurity(context, "confirmation.failed", { ...facts, reason: "wrong-password" });
    throw new AppError("wrong-password");
  }
  await forgetAttempts(context.db, context, "confirmation", userId);
}

/**
 * Guards a sensitive change: checks the password if given, else a proof from the last few minutes. Never call it in a
 * transaction: a failure must be counted even if the rest is rolled back.
 * @throws AppError `wrong-password`, `too-many-requests`, `confirmation-needed`
 */
export async function requireConfirmed(context: AppContext, actor: Actor, password: string | undefined): Promise<void> {
  if (password === undefined) return await requireProof(context.db, context, actor);
  await confirmByPassword(context, actor, password);
}

/** @throws AppError `wrong-password`, `too-many-requests` */
export async function confirmByPassword(context: AppContext, actor: Actor, password: string): Promise<void> {
  await requireOwnPassword(context, actor, password);
  await noteProof(context.db, context, actor);
  const facts = { userId: actor.userId, ipAddress: actor.origin?.ipAddress };
  logSecurity(context, "confirmation.succeeded", { ...facts, method: "password" });
}

/** @throws AppError as `requireConfirmed`; `too-many-requests` for a mailbox that reached its limit */
export async function requestEmailChange(
  context: AppContext,
  actor: Actor,
  { email, password }: { email: string; password: string | undefined },
): Promise<SignInMethods> {
  const { clock, config, ids, jobs } = context;
  await requireConfirmed(context, actor, password);
  await requireAttempt(context, "mailbox", email);
  const methods = await context.db.transaction(async (tx) => {
    const token = ids.token();
    const expiresAt = new Date(clock.now().getTime() + emailLinkValidMs);
    await saveEmailChange(tx, { userId: actor.userId, email, tokenHash: hashToken(token), expiresAt });
    const isTaken = await hasOtherAccount(tx, email, actor.userId);
    const mail = isTaken
      ? addressTakenMail({ to: email, url: `${config.publicUrl}/login` })
      : emailConfirmationMail({
          to: email,
          name: actor.name,
          url: `${config.publicUrl}/settings?section=account&email-change=${token}`,
        });
    await jobs.enqueue(tx, "send-mail", mail);
    return await getSignInMethods(tx, context, actor);
  });
  logSecurity(context, "email.change-asked", { userId: actor.userId, ipAddress: actor.origin?.ipAddress });
  return methods;
}

/** @throws AppError `email-change-expired`, `email-already-in-use` (taken meanwhile) */
export async function confirmEmailChange(
  context: AppContext,
  token: string,
  origin: RequestOrigin,
): Promise<{ email: string }> {
  const { clock, jobs } = context;
  const { userId, email } = await context.db.transaction(async (tx) => {
    const change = await takeEmailChange(tx, hashToken(token), clock.now());
    const account = change === null ? null : await lockAccount(tx, change.userId);
    if (change === null || account === null) throw new AppError("email-change-expired");
    const { userId, email } = change;
    if (await hasOtherAccount(tx, email, userId)) throw new AppError("email-already-in-use");
    await updateEmail(tx, userId, email, clock.now());
    // A reset link in the old mailbox would open the account to anyone who reads that mailbox.
    await deletePasswordReset(tx, userId);
    const mail = emailChangedMail({ to: account.email, name: account.name, newEmail: email });
    await jobs.enqueue(tx, "send-mail", mail);
    const facts = { from: account.email, to: email };
    const person = { userId, name: account.name, origin };
    await recordOwnAct(tx, context, person, { type: "account.email-changed", facts });
    return { userId, email };
  });
  logSecurity(context, "email.changed", { userId, ipAddress: origin.ipAddress });
  return { email };
}

/** Rehashes a password that was just verified if its hash is of an older kind. */
export async function renewPasswordHash(
  { db, ids, clock }: AppContext,
  userId: UserId,
  password: string,
): Promise<void> {
  const { passwordHash } = await findWaysIn(db, userId);
  if (passwordHash === null || !isOutdatedHash(passwordHash)) return;
  await savePasswordHash(db, userId, { id: ids.uuid(), hash: await hashPassword(password), now: clock.now() });
}

/**
 * Sets a password in the caller's transaction. Revokes everything else that could open the account: the mailed link and
 * the given sessions. @returns tokens of those sessions
 */
export async function replacePassword(
  tx: Tx,
  context: AppContext,
  person: Pick<Actor, "userId" | "name" | "email" | "origin">,
  hash: string,
  ending: SessionChoice,
): Promise<string[]> {
  const { clock, config, ids, jobs } = context;
  const { userId, name, email } = person;
  await savePasswordHash(tx, userId, { id: ids.uuid(), hash, now: clock.now() });
  await deletePasswordReset(tx, userId);
  await forgetAttempts(tx, context, "sign-in", email);
  await jobs.enqueue(tx, "send-mail", passwordChangedMail({ to: email, name, url: `${config.publicUrl}/login` }));
  await recordOwnAct(tx, context, person, { type: "account.password-changed" });
  return await endSessions(tx, userId, ending);
}

/**
 * Users with a password must enter it, however fresh the session is.
 * @returns tokens of the other sessions, which ended
 * @throws AppError `wrong-password`, `weak-password`, `too-many-requests`, `confirmation-needed` for the first password
 */
export async function changePassword(
  context: AppContext,
  actor: Actor,
  { password, newPassword }: { password: string | undefined; newPassword: string },
): Promise<string[]> {
  const { passwordHash } = await findWaysIn(context.db, actor.userId);
  if (passwordHash === null) await requireProof(context.db, context, actor);
  else await requireOwnPassword(context, actor, password ?? "");
  await requireStrongPassword(newPassword);
  const hash = await hashPassword(newPassword);
  const ended = await context.db.transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    return await replacePassword(tx, context, actor, hash, { except: actor.sessionId });
  });
  logSecurity(context, "password.changed", { userId: actor.userId, ipAddress: actor.origin?.ipAddress });
  return ended;
}

/** @throws AppError `not-found`, `last-sign-in-method`, `confirmation-needed` */
export async function unlinkGoogle(context: AppContext, actor: Actor): Promise<SignInMethods> {
  const left = await takeAway(context, actor, async (tx) => {
    if (!(await deleteGoogleAccount(tx, actor.userId))) throw new AppError("not-found");
    await recordOwnAct(tx, context, actor, { type: "account.google-unlinked" });
  });
  logSecurity(context, "google.unlinked", { userId: actor.userId, ipAddress: actor.origin?.ipAddress });
  return left;
}

/** @throws AppError `not-found`, `last-sign-in-method`, `confirmation-needed` */
export async function removePasskey(context: AppContext, actor: Actor, passkeyId: string): Promise<SignInMethods> {
  const left = await takeAway(context, actor, async (tx) => {
    const passkey = await deletePasskey(tx, actor.userId, passkeyId);
    if (passkey === null) throw new AppError("not-found");
    const facts = { passkey: passkey.name };
    await recordOwnAct(tx, context, actor, { type: "account.passkey-removed", facts });
  });
  const facts = { userId: actor.userId, subjectId: passkeyId, ipAddress: actor.origin?.ipAddress };
  logSecurity(context, "passkey.removed", facts);
  return left;
}

/** Removes one sign-in method, unless it is the last one. */
async function takeAway(context: AppContext, actor: Actor, remove: (tx: Tx) => Promise<void>): Promise<SignInMethods> {
  await requireProof(context.db, context, actor);
  return await context.db.transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    await remove(tx);
    const left = await getSignInMethods(tx, context, actor);
    if (!left.hasPassword && left.google === null && left.passkeys.length === 0)
      throw new AppError("last-sign-in-method");
    return left;
  });
}

/**
 * Records that Google was linked as a sign-in method, by the user or by the verified address. Accounts that are still
 * being created get no notice.
 */
export async function noteGoogleLinked(context: AppContext, userId: UserId): Promise<void> {
  const isLinked = await context.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (account === null || (await findPersonalTeam(tx, userId)) === null) return false;
    await recordOwnAct(tx, context, { userId, name: account.name }, { type: "account.google-linked" });
    return true;
  });
  if (isLinked) logSecurity(context, "google.linked", { userId });
}
