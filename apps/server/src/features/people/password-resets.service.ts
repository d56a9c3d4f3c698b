import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { RequestOrigin } from "../../platform/http/actor.ts";
import { hashToken } from "../../platform/ids.ts";
import { hashPassword, requireStrongPassword } from "../../platform/password.ts";
import { logSecurity, logSecurityOnce, toAccountMark } from "../../platform/security-log.ts";
import { passwordResetMail } from "./account.mail.ts";
import {
  findByEmail,
  hasPasswordReset,
  lockAccount,
  savePasswordReset,
  takePasswordReset,
} from "./account.repository.ts";
import { replacePassword } from "./account.service.ts";
import { beginAttempt } from "./attempts.service.ts";

const linkValidMs = 3600 * 1000;

/**
 * Mails a link for choosing a new password; the previous link expires. Does nothing for an address without an account
 * or a mailbox that reached its limit: the caller's answer is the same.
 */
export async function requestPasswordReset(context: AppContext, email: string, origin: RequestOrigin): Promise<void> {
  const { clock, config, ids, jobs } = context;
  const account = toAccountMark(context, email);
  const { ipAddress } = origin;
  if ((await beginAttempt(context, "mailbox", email)) > 0)
    return logSecurityOnce(context, account, "password.reset-limited", { account, ipAddress });
  const isKnown = await context.db.transaction(async (tx) => {
    const person = await findByEmail(tx, email);
    if (person === null) return false;
    const token = ids.token();
    const expiresAt = new Date(clock.now().getTime() + linkValidMs);
    await savePasswordReset(tx, { userId: person.userId, tokenHash: hashToken(token), expiresAt });
    const url = `${config.publicUrl}/login?reset=${token}`;
    await jobs.enqueue(tx, "send-mail", passwordResetMail({ to: email, name: person.name, url }));
    return true;
  });
  if (isKnown) logSecurity(context, "password.reset-asked", { account, ipAddress });
}

/**
 * Sets the password chosen with a mailed link. Ends every session.
 * @returns tokens of the sessions that ended
 * @throws AppError `weak-password`, which keeps the link valid; `reset-link-expired`
 */
export async function resetPassword(
  context: AppContext,
  { token, newPassword }: { token: string; newPassword: string },
  origin: RequestOrigin,
): Promise<string[]> {
  const tokenHash = hashToken(token);
  if (!(await hasPasswordReset(context.db, tokenHash, context.clock.now()))) throw new AppError("reset-link-expired");
  await requireStrongPassword(newPassword);
  const hash = await hashPassword(newPassword);
  const { userId, ended } = await context.db.transaction(async (tx) => {
    const userId = await takePasswordReset(tx, tokenHash, context.clock.now());
    const account = userId === null ? null : await lockAccount(tx, userId);
    if (userId === null || account === null) throw new AppError("reset-link-expired");
    return { userId, ended: await replacePassword(tx, context, { userId, ...account, origin }, hash, "all") };
  });
  logSecurity(context, "password.reset", { userId, ipAddress: origin.ipAddress });
  return ended;
}
