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
 * How long one has to wait after failures, whatever address they come from. The waits are short and never end in a lock:
 * whoever fails on purpose must not keep the owner out. At most 60 tries an hour for an account remain.
 */
const rules = {
  /** Somebody's password, at the sign-in. */
  "sign-in": { freeFailures: 5, firstDelaySeconds: 1, delaySecondsMax: 60 },
  /** The password of somebody who is signed in, before a sensitive change. */
  confirmation: { freeFailures: 5, firstDelaySeconds: 1, delaySecondsMax: 60 },
  /** The password of a published place, which many people type. */
  place: { freeFailures: 20, firstDelaySeconds: 1, delaySecondsMax: 10 },
  /** Mails that anybody can have sent to a mailbox: three at once, then fewer and fewer, at last one an hour. */
  mailbox: { freeFailures: 2, firstDelaySeconds: 600, delaySecondsMax: 3600 },
} as const satisfies Record<string, DelayRule>;
export type AttemptKind = keyof typeof rules;

type AttemptDeps = Pick<AppContext, "db" | "secrets">;

function toKeyHash({ secrets }: Pick<AppContext, "secrets">, kind: AttemptKind, key: string): string {
  return sign(secrets.sessionKey, `attempt:${kind}:${key}`);
}

/** Counts an attempt before it is made, as a failure. @returns the seconds to wait; 0 when it may be made */
export function beginAttempt(deps: AttemptDeps, kind: AttemptKind, key: string): Promise<number> {
  return countAttempt(deps.db, toKeyHash(deps, kind, key), rules[kind]);
}

/** As `beginAttempt`. @throws AppError `too-many-requests` with the seconds to wait */
export async function requireAttempt(deps: AttemptDeps, kind: AttemptKind, key: string): Promise<void> {
  const retryAfterSeconds = await beginAttempt(deps, kind, key);
  if (retryAfterSeconds > 0) throw new AppError("too-many-requests", { retryAfterSeconds });
}

/** The attempt succeeded, and with it everything before is forgotten. */
export async function forgetAttempts(
  tx: Tx,
  deps: Pick<AppContext, "secrets">,
  kind: AttemptKind,
  key: string,
): Promise<void> {
  await deleteAttempts(tx, toKeyHash(deps, kind, key));
}

/** The attempt was no failure, and says nothing about those of others. */
export async function takeAttemptBack(deps: AttemptDeps, kind: AttemptKind, key: string): Promise<void> {
  await uncountAttempt(deps.db, toKeyHash(deps, kind, key));
}

/** Attempts so old that they count no longer. */
export async function removeForgottenAttempts({ db }: Pick<AppContext, "db">): Promise<void> {
  await deleteForgottenAttempts(db);
}
