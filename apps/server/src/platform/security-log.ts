import { LRUCache } from "lru-cache";
import type { AppContext, Logger } from "./app-context.ts";
import { sign } from "./secrets.ts";

/** Every event of the security log with its level. `docs/security-log.md` explains each. */
export const securityEvents = {
  "sign-in.succeeded": "info",
  "sign-in.failed": "warn",
  "sign-in.refused": "warn",
  "sign-in.limited": "warn",
  "place-password.failed": "warn",
  "place-password.limited": "warn",
  "request.limited": "warn",
  "api-key.refused": "warn",
  "api-key.limited": "warn",
  "api-key.created": "info",
  "api-key.revoked": "info",
  "embed-token.created": "info",
  "embed-token.revoked": "info",
  "confirmation.succeeded": "info",
  "confirmation.failed": "warn",
  "confirmation.limited": "warn",
  "password.reset-asked": "info",
  "password.reset-limited": "warn",
  "password.reset": "info",
  "password.changed": "info",
  "email.change-asked": "info",
  "email.changed": "info",
  "passkey.added": "info",
  "passkey.removed": "info",
  "google.linked": "info",
  "google.unlinked": "info",
  "session.ended": "info",
  "account.created": "info",
  "account.deletion-asked": "info",
  "account.kept": "info",
  "account.disabled": "info",
  "account.enabled": "info",
  "member.joined": "info",
  "member.left": "info",
  "member.removed": "info",
  "member.role-changed": "info",
  "team.transferred": "info",
  "operator.visit-started": "info",
  "operator.visit-ended": "info",
} as const satisfies Record<string, "info" | "warn">;
export type SecurityEvent = keyof typeof securityEvents;

/** Facts of a log line. There is no field for a secret: no password, token, e-mail address or user-written text. */
export interface SecurityFacts {
  /** The user who did it, if known. */
  userId?: string;
  /** The object of the event: an account, a key, a passkey, a place. */
  subjectId?: string;
  teamId?: string;
  /** A keyed hash of the e-mail address that was typed (`toAccountMark`). */
  account?: string;
  ipAddress?: string | undefined;
  method?: "password" | "google" | "passkey" | "invitation";
  /** A code of the error catalogue. */
  reason?: string;
  from?: string;
  to?: string;
  count?: number;
  /** The route pattern of the request. */
  route?: string;
}

type SecurityDeps = Pick<AppContext, "log" | "clock">;

const children = new WeakMap<Logger, Logger>();
const oncePerMs = 60_000;
const saidLately = new WeakMap<Logger, LRUCache<string, number>>();

/** Writes one line of the security log. Call it once the event is certain: after the commit. */
export function logSecurity({ log }: Pick<AppContext, "log">, event: SecurityEvent, facts: SecurityFacts): void {
  let child = children.get(log);
  if (child === undefined) {
    child = log.child({ channel: "security" });
    children.set(log, child);
  }
  child[securityEvents[event]]({ event, ...facts }, event);
}

/** Like `logSecurity`, at most once a minute per source: a refused client retries, and must not fill the disk. */
export function logSecurityOnce(
  deps: SecurityDeps,
  source: string,
  event: Extract<SecurityEvent, `${string}.limited` | "password.reset-limited" | "api-key.refused">,
  facts: SecurityFacts,
): void {
  let said = saidLately.get(deps.log);
  if (said === undefined) {
    said = new LRUCache({ max: 2_000 });
    saidLately.set(deps.log, said);
  }
  const key = `${event} ${source}`;
  const nowMs = deps.clock.monotonicMs();
  if (nowMs - (said.get(key) ?? Number.NEGATIVE_INFINITY) < oncePerMs) return;
  said.set(key, nowMs);
  logSecurity(deps, event, facts);
}

/** A pseudonym for an e-mail address: always the same, and not reversible without the key. */
export function toAccountMark({ secrets }: Pick<AppContext, "secrets">, email: string): string {
  return sign(secrets.sessionKey, `security-log:${email.trim().toLowerCase()}`).slice(0, 16);
}
