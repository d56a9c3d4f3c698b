import type { UserId } from "@blueprint/contract/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { logSecurity } from "../../platform/security-log.ts";
import { createPersonalTeam, hasPersonalTeam } from "../teams/teams.service.ts";
import {
  deleteAccount,
  findAdmissionForUpdate,
  findSignInState,
  hasAccounts,
  hasDisabledAccount,
  insertAccount,
  insertProfile,
  lockProfile,
  rememberDevice,
  setDisabledAt,
} from "./accounts.repository.ts";
import { endSessions, toDeviceWords } from "./sessions.service.ts";
import { recordSession, toUsername } from "./users.service.ts";

/** Signs a user in and sets the session's cookie on the reply. */
export type SignIn = (request: FastifyRequest, reply: FastifyReply, email: string, password: string) => Promise<void>;

/** Decides who may have an account: whoever holds an open invitation. */
export interface Admission {
  isInvited(tx: Tx, email: string): Promise<boolean>;
  /** Ends every open invitation of an address and joins their teams. @returns how many there were */
  accept(tx: Tx, person: { userId: UserId; name: string }, email: string): Promise<number>;
}

export interface AccountRequest {
  email: string;
  /** Left out: the part of the address before "@" (spec §3). */
  name: string | undefined;
  passwordHash: string;
  isOperator: boolean;
}

export async function emailHasAccount(tx: Tx, email: string): Promise<boolean> {
  return (await findSignInState(tx, email)) !== null;
}

/** False on a new installation. */
export function hasAnyAccount(tx: Tx): Promise<boolean> {
  return hasAccounts(tx);
}

/** False for an account that is gone. */
export function isDisabled(tx: Tx, userId: UserId): Promise<boolean> {
  return hasDisabledAccount(tx, userId);
}

/** Creates a user with profile in the caller's transaction. @throws AppError `email-already-in-use` */
export async function createAccount(tx: Tx, context: AppContext, request: AccountRequest): Promise<UserId> {
  if (await emailHasAccount(tx, request.email)) throw new AppError("email-already-in-use");
  const id = context.ids.uuid() as UserId;
  const name = request.name ?? (request.email.split("@")[0] as string);
  await insertAccount(tx, {
    id,
    email: request.email,
    name,
    passwordHash: request.passwordHash,
    passwordRowId: context.ids.uuid(),
    isOperator: request.isOperator,
    username: toUsername(name),
    referralCode: context.ids.referralCode(),
    now: context.clock.now(),
  });
  return id;
}

interface NewSession {
  id: string;
  userId: UserId;
  userAgent: string;
  ipAddress: string;
}

/** Remembers a kind of device that a user has not signed in from before, and records that they have now. */
export async function noteDevice(context: AppContext, session: NewSession, isFirst: boolean): Promise<void> {
  const { userId, userAgent, ipAddress } = session;
  const device = toDeviceWords(userAgent);
  await context.db.transaction(async (tx) => {
    const home = await lockProfile(tx, userId);
    if (home === null || !(await rememberDevice(tx, userId, device))) return;
    await recordEvent(tx, context, {
      actor: { userId, name: home.name, origin: { ipAddress, userAgent } },
      teamId: home.teamId,
      type: "account.new-device",
      subject: { id: session.id, name: device },
      facts: { isFirst },
    });
  });
}

/** spec §4: each sign-in of an existing user updates lastLoginAt and increments numSessions by 1. */
export async function recordSignIn(context: AppContext, userId: UserId, userAgent: string): Promise<void> {
  await recordSession(context.db, userId, { now: context.clock.now(), userAgent, isSignIn: true });
}

/**
 * Runs before every session starts. A user's first sign-in with Google creates the profile, the personal team and the
 * memberships they were invited to, and ends the invitations, in one transaction. If the server dies before it, the
 * next sign-in does it.
 * @returns true when this call completed the account
 * @throws AppError `user-disabled`; `access-denied` without an invitation: then nothing of the account stays
 */
export async function admit(context: AppContext, admission: Admission, userId: UserId): Promise<boolean> {
  const verdict = await context.db.transaction(async (tx) => {
    const account = await findAdmissionForUpdate(tx, userId);
    if (account === null) return "access-denied";
    if (account.isDisabled) return "user-disabled";
    // An account with a password was created with its profile; one that lost its profile is not set up again.
    if (account.hasProfile || account.hasPassword) return "known";
    if ((await admission.accept(tx, { userId, name: account.name }, account.email)) === 0) {
      if (!account.isMember) await deleteAccount(tx, userId);
      return "access-denied";
    }
    const { email, name } = account;
    await insertProfile(tx, {
      id: userId,
      email,
      name,
      username: toUsername(name),
      referralCode: context.ids.referralCode(),
      now: context.clock.now(),
    });
    if (!(await hasPersonalTeam(tx, userId))) await createPersonalTeam(tx, context, userId, name);
    return "admitted";
  });
  if (verdict === "user-disabled" || verdict === "access-denied") throw new AppError(verdict);
  return verdict === "admitted";
}

/** @throws AppError `user-disabled` */
export async function requireEnabled(tx: Tx, userId: UserId): Promise<void> {
  if (await isDisabled(tx, userId)) throw new AppError("user-disabled");
}

/**
 * Disables or enables an account. Disabling ends its sessions, sockets included, on every server at commit.
 * @returns the tokens of the sessions that ended
 * @throws AppError `not-found`, `operation-not-allowed` for one's own account
 */
export async function setAccountDisabled(
  context: AppContext,
  actor: Actor,
  userId: UserId,
  disabled: boolean,
): Promise<string[]> {
  if (actor.userId === userId) throw new AppError("operation-not-allowed");
  const ended = await context.db.transaction(async (tx) => {
    if (!(await setDisabledAt(tx, userId, disabled ? context.clock.now() : null))) throw new AppError("not-found");
    if (!disabled) return [];
    return await endSessions(tx, userId, "all");
  });
  const facts = { userId: actor.userId, subjectId: userId, ipAddress: actor.origin?.ipAddress };
  logSecurity(context, disabled ? "account.disabled" : "account.enabled", facts);
  return ended;
}
