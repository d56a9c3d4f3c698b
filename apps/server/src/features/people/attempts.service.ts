import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { sign } from "../../platform/secrets.ts";
import {
  countAttempt,
  type DelayRule,
  deleteAttempts,
  deleteForgottenAttempts,
  uncountAttempt,
} from "./attempts.repository.ts";

/**
 * Waits after failures, whatever address they come from. They are short and never become a lockout: deliberate failures
 * must not keep the owner out. At most 60 tries per hour and account remain possible.
 */
const rules = {
  /** A user's password at sign-in. */
  "sign-in": { freeFailures: 5, firstDelaySeconds: 1, delaySecondsMax: 60 },
  /** The password of a signed-in user before a sensitive change. */
  confirmation: { freeFailures: 5, firstDelaySeconds: 1, delaySecondsMax: 60 },
  /** The password of a published place, which many visitors type. */
  place: { freeFailures: 20, firstDelaySeconds: 1, delaySecondsMax: 10 },
  /** Codes of short links that don't exist, from one network. */
  "short-link": { freeFailures: 60, firstDelaySeconds: 1, delaySecondsMax: 60 },
  /** Codes that prove a claim: from one network, and for one claim. */
  "claim-code": { freeFailures: 8, firstDelaySeconds: 4, delaySecondsMax: 900 },
  /** Mails that any client can trigger to a mailbox: three at once, then gradually fewer, down to one an hour. */
  mailbox: { freeFailures: 2, firstDelaySeconds: 600, delaySecondsMax: 3600 },
} as const satisfies Record<string, DelayRule>;
export type AttemptKind = keyof typeof rules;

type AttemptDeps = Pick<AppContext, "db" | "secrets">;

function toKeyHash({ secrets }: Pick<AppContext, "secrets">, kind: AttemptKind, key: string): string {
  return sign(secrets.sessionKey, `attempt:${kind}:${key}`);
}

/** Counts an attempt as a failure before it is made. @returns the seconds to wait; 0 when it may be made */
export function beginAttempt(deps: AttemptDeps, kind: AttemptKind, key: string): Promise<number> {
  return countAttempt(deps.db, toKeyHash(deps, kind, key), rules[kind]);
}

/** Like `beginAttempt`. @throws AppError `too-many-requests` with the seconds to wait */
export async function requireAttempt(deps: AttemptDeps, kind: AttemptKind, key: string): Promise<void> {
  const retryAfterSeconds = await beginAttempt(deps, kind, key);
  if (retryAfterSeconds > 0) throw new AppError("too-many-requests", { retryAfterSeconds });
}

/** Clears the count after a success. */
export async function forgetAttempts(
  tx: Tx,
  deps: Pick<AppContext, "secrets">,
  kind: AttemptKind,
  key: string,
): Promise<void> {
  await deleteAttempts(tx, toKeyHash(deps, kind, key));
}

/** Uncounts an attempt that was no failure; other attempts stay counted. */
export async function takeAttemptBack(deps: AttemptDeps, kind: AttemptKind, key: string): Promise<void> {
  await uncountAttempt(deps.db, toKeyHash(deps, kind, key));
}

/** Deletes attempts too old to count. */
export async function removeForgottenAttempts({ db }: Pick<AppContext, "db">): Promise<void> {
  await deleteForgottenAttempts(db);
}
