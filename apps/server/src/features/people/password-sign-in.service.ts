import type { ErrorCode } from "@blueprint/contract/errors";
import { emailSchema } from "@blueprint/contract/text";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { RequestOrigin } from "../../platform/http/actor.ts";
import { toAddressGroup } from "../../platform/http/client-address.ts";
import { logSecurity, logSecurityOnce, type SecurityFacts, toAccountMark } from "../../platform/security-log.ts";
import { beginAttempt, forgetAttempts, takeAttemptBack } from "./attempts.service.ts";
import { isSignedInFrom } from "./sessions.service.ts";

/** A permitted, counted attempt. */
export interface SignInAttempt {
  /** The key it is counted under. */
  key: string;
  facts: SecurityFacts;
}

/** Codes that mean the password did not open the account. An unknown address waits like any other. */
const failures: readonly string[] = ["wrong-password", "user-not-found", "user-disabled"] satisfies ErrorCode[];

/**
 * Counts an attempt to sign in with a password. On networks where the user is signed in already, attempts are counted
 * separately: a stranger who guesses elsewhere does not delay them.
 * @throws AppError `too-many-requests` with the seconds to wait
 */
export async function beginSignIn(
  context: AppContext,
  typed: string,
  origin: RequestOrigin,
): Promise<SignInAttempt | null> {
  const email = emailSchema.safeParse(typed);
  // Malformed: refused before any lookup.
  if (!email.success) return null;
  const { ipAddress } = origin;
  const isKnownAddress = await isSignedInFrom(context.db, email.data, ipAddress);
  const key = isKnownAddress ? `${email.data} ${toAddressGroup(ipAddress)}` : email.data;
  const account = toAccountMark(context, email.data);
  const facts = { account, ipAddress, method: "password" } as const;
  const retryAfterSeconds = await beginAttempt(context, "sign-in", key);
  if (retryAfterSeconds > 0) {
    logSecurityOnce(context, `${account} ${ipAddress}`, "sign-in.limited", facts);
    throw new AppError("too-many-requests", { retryAfterSeconds });
  }
  return { key, facts };
}

/** @param reason null on success, which the start of the session logs */
export async function endSignIn(
  context: AppContext,
  { key, facts }: SignInAttempt,
  reason: ErrorCode | null,
): Promise<void> {
  if (reason === null) return await forgetAttempts(context.db, context, "sign-in", key);
  if (!failures.includes(reason)) return await takeAttemptBack(context, "sign-in", key);
  logSecurity(context, reason === "user-disabled" ? "sign-in.refused" : "sign-in.failed", { ...facts, reason });
}
