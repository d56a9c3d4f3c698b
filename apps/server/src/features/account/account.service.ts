import type { SignInMethods } from "@blueprint/contract/account";
import type { UserId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { hashToken } from "../../platform/ids.ts";
import { hashPassword, isOutdatedHash, verifyPassword } from "../../platform/password.ts";
import { notify } from "../notifications/notify.service.ts";
import { endSessions } from "../sessions/sessions.service.ts";
import { addressTakenMail, emailChangedMail, emailConfirmationMail, passwordChangedMail } from "./account.mail.ts";
import {
  deleteGoogleAccount,
  deletePasskey,
  findPendingEmail,
  findWaysIn,
  hasOtherAccount,
  lockAccount,
  saveEmailChange,
  savePasswordHash,
  takeEmailChange,
  updateEmail,
} from "./account.repository.ts";

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

/** Whoever has a password says it again. @throws AppError `wrong-password` */
export async function requireOwnPassword(tx: Tx, userId: UserId, password: string | undefined): Promise<void> {
  const { passwordHash } = await findWaysIn(tx, userId);
  if (passwordHash === null) return;
  if (password === undefined || !(await verifyPassword(passwordHash, password))) throw new AppError("wrong-password");
}

/** @throws AppError `wrong-password` */
export async function requestEmailChange(
  context: AppContext,
  actor: Actor,
  { email, password }: { email: string; password: string | undefined },
): Promise<SignInMethods> {
  const { clock, config, ids, jobs } = context;
  return await context.db.transaction(async (tx) => {
    await requireOwnPassword(tx, actor.userId, password);
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
}

/** @throws AppError `email-change-expired`, `email-already-in-use` (somebody was quicker) */
export async function confirmEmailChange(context: AppContext, token: string): Promise<{ email: string }> {
  const { clock, jobs } = context;
  return await context.db.transaction(async (tx) => {
    const change = await takeEmailChange(tx, hashToken(token), clock.now());
    const account = change === null ? null : await lockAccount(tx, change.userId);
    if (change === null || account === null) throw new AppError("email-change-expired");
    const { userId, email } = change;
    if (await hasOtherAccount(tx, email, userId)) throw new AppError("email-already-in-use");
    await updateEmail(tx, userId, email, clock.now());
    const mail = emailChangedMail({ to: account.email, name: account.name, newEmail: email });
    await jobs.enqueue(tx, "send-mail", mail);
    const body = `It was ${account.email} before.`;
    const path = "/settings?section=account";
    await notify(tx, context, [userId], {
      kind: "account",
      teamId: null,
      title: `Your e-mail address is ${email}`,
      body,
      path,
    });
    return { email };
  });
}

/** A password that was just right is hashed anew where its hash is of an older kind. */
export async function renewPasswordHash(
  { db, ids, clock }: AppContext,
  userId: UserId,
  password: string,
): Promise<void> {
  const { passwordHash } = await findWaysIn(db, userId);
  if (passwordHash === null || !isOutdatedHash(passwordHash)) return;
  await savePasswordHash(db, userId, { id: ids.uuid(), hash: await hashPassword(password), now: clock.now() });
}

/** @returns tokens of the other sessions, which ended. @throws AppError `wrong-password` */
export async function changePassword(
  context: AppContext,
  actor: Actor,
  { password, newPassword }: { password: string | undefined; newPassword: string },
): Promise<string[]> {
  const { clock, config, ids, jobs } = context;
  const hash = await hashPassword(newPassword);
  return await context.db.transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    await requireOwnPassword(tx, actor.userId, password);
    await savePasswordHash(tx, actor.userId, { id: ids.uuid(), hash, now: clock.now() });
    const url = `${config.publicUrl}/login`;
    await jobs.enqueue(tx, "send-mail", passwordChangedMail({ to: actor.email, name: actor.name, url }));
    const path = "/settings?section=security";
    await notify(tx, context, [actor.userId], {
      kind: "account",
      teamId: null,
      title: "Your password was changed",
      path,
    });
    return await endSessions(tx, actor.userId, { except: actor.sessionId });
  });
}

/** @throws AppError `not-found`, `last-sign-in-method` */
export function unlinkGoogle(context: AppContext, actor: Actor): Promise<SignInMethods> {
  return takeAway(context, actor, (tx) => deleteGoogleAccount(tx, actor.userId));
}

/** @throws AppError `not-found`, `last-sign-in-method` */
export function removePasskey(context: AppContext, actor: Actor, passkeyId: string): Promise<SignInMethods> {
  return takeAway(context, actor, (tx) => deletePasskey(tx, actor.userId, passkeyId));
}

/** Takes one way in away, unless none would be left. */
async function takeAway(
  context: AppContext,
  actor: Actor,
  remove: (tx: Tx) => Promise<boolean>,
): Promise<SignInMethods> {
  return await context.db.transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    if (!(await remove(tx))) throw new AppError("not-found");
    const left = await getSignInMethods(tx, context, actor);
    if (!left.hasPassword && left.google === null && left.passkeys.length === 0)
      throw new AppError("last-sign-in-method");
    return left;
  });
}
