import type { SignInMethods } from "@blueprint/contract/account";
import type { UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { logSecurity } from "../../platform/security-log.ts";
import {
  findPasskey,
  findWaysIn,
  insertChallenge,
  insertPasskey,
  lockAndCountPasskeys,
  recordPasskeyUse,
  takeChallenge,
} from "./account.repository.ts";
import { getSignInMethods, requireConfirmed } from "./account.service.ts";
import { recordOwnAct } from "./own-acts.service.ts";
import { noteProof } from "./proof.service.ts";

const challengeValidMs = 5 * 60_000;

// Loaded with the first passkey: a server without passkeys does not hold the library in memory.
const load = () => import("@simplewebauthn/server");

/** Passkeys belong to the public host of this server. */
function toRelyingParty({ config }: AppContext) {
  const { hostname, origin } = new URL(config.publicUrl);
  return { rpID: hostname, origin };
}

/** @throws AppError `wrong-password`, `too-many-requests`, `confirmation-needed`, `passkeys-too-many` */
export async function beginPasskey(context: AppContext, actor: Actor, password: string | undefined) {
  const { db } = context;
  await requireConfirmed(context, actor, password);
  const { generateRegistrationOptions } = await load();
  const { passkeys } = await findWaysIn(db, actor.userId);
  // Checked before the device creates a passkey that could not be stored.
  if (passkeys.length >= limits.passkeysPerPersonMax) throw new AppError("passkeys-too-many");
  const options = await generateRegistrationOptions({
    rpName: "Blueprint",
    rpID: toRelyingParty(context).rpID,
    userName: actor.email,
    userDisplayName: actor.name,
    userID: new TextEncoder().encode(actor.userId),
    attestationType: "none",
    excludeCredentials: passkeys.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(context, options.challenge, actor.userId);
  return { ...options };
}

/** @throws AppError `passkey-refused`, `passkeys-too-many` */
export async function addPasskey(
  context: AppContext,
  actor: Actor,
  { name, response }: { name: string; response: Record<string, unknown> },
): Promise<SignInMethods> {
  const { verifyRegistrationResponse } = await load();
  const { rpID, origin } = toRelyingParty(context);
  const answer = response as unknown as RegistrationResponseJSON;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: (challenge) => useChallenge(context, challenge, actor.userId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError("passkey-refused", { cause });
  });
  if (!verified || registrationInfo === undefined) throw new AppError("passkey-refused");
  const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
  const row = { id: context.ids.uuid(), userId: actor.userId, credentialId, publicKey, counter, transports, name };
  const isNew = await context.db.transaction(async (tx) => {
    if ((await lockAndCountPasskeys(tx, actor.userId)) >= limits.passkeysPerPersonMax)
      throw new AppError("passkeys-too-many");
    if (!(await insertPasskey(tx, { ...row, createdAt: context.clock.now() }))) return false;
    await recordOwnAct(tx, context, actor, { type: "account.passkey-added", facts: { passkey: name } });
    return true;
  });
  if (!isNew) throw new AppError("passkey-refused");
  const facts = { userId: actor.userId, subjectId: row.id, ipAddress: actor.origin?.ipAddress };
  logSecurity(context, "passkey.added", facts);
  return getSignInMethods(context.db, context, actor);
}

export async function beginPasskeySignIn(context: AppContext) {
  const { generateAuthenticationOptions } = await load();
  const { rpID } = toRelyingParty(context);
  const options = await generateAuthenticationOptions({ rpID, userVerification: "required" });
  await keepChallenge(context, options.challenge, null);
  return { ...options };
}

/** Options for reauthenticating with one of the user's own passkeys. */
export async function beginPasskeyConfirmation(context: AppContext, { userId }: Actor) {
  const { generateAuthenticationOptions } = await load();
  const { passkeys } = await findWaysIn(context.db, userId);
  const options = await generateAuthenticationOptions({
    rpID: toRelyingParty(context).rpID,
    userVerification: "required",
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
  });
  await keepChallenge(context, options.challenge, userId);
  return { ...options };
}

/** @throws AppError `passkey-refused`, also for another user's passkey */
export async function confirmByPasskey(
  context: AppContext,
  actor: Actor,
  response: Record<string, unknown>,
): Promise<void> {
  const facts = { userId: actor.userId, ipAddress: actor.origin?.ipAddress, method: "passkey" } as const;
  try {
    await checkPasskey(context, response, actor.userId);
  } catch (error) {
    logSecurity(context, "confirmation.failed", { ...facts, reason: "passkey-refused" });
    throw error;
  }
  await noteProof(context.db, context, actor);
  logSecurity(context, "confirmation.succeeded", facts);
}

/**
 * Verifies a passkey response and returns its owner; `ownerId` restricts it to one user. @throws AppError
 * `passkey-refused`
 */
export async function checkPasskey(
  context: AppContext,
  response: Record<string, unknown>,
  ownerId: UserId | null = null,
): Promise<UserId> {
  const { verifyAuthenticationResponse } = await load();
  const { rpID, origin } = toRelyingParty(context);
  const answer = response as unknown as AuthenticationResponseJSON;
  const passkey = typeof answer.id === "string" ? await findPasskey(context.db, answer.id) : null;
  if (passkey === null || (ownerId !== null && passkey.userId !== ownerId)) throw new AppError("passkey-refused");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: (challenge) => useChallenge(context, challenge, ownerId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[],
    },
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError("passkey-refused", { cause });
  });
  const isCounted =
    verified && (await recordPasskeyUse(context.db, passkey.id, authenticationInfo.newCounter, context.clock.now()));
  if (!isCounted) throw new AppError("passkey-refused");
  return passkey.userId as UserId;
}

async function keepChallenge(context: AppContext, challenge: string, userId: UserId | null): Promise<void> {
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + challengeValidMs);
  await insertChallenge(context.db, { challenge, userId, expiresAt, now });
}

/**
 * Never call it in a transaction: a refused response must use up its challenge too, and requests that each hold one
 * connection while waiting for another would exhaust the pool.
 */
function useChallenge(context: AppContext, challenge: string, userId: UserId | null): Promise<boolean> {
  return takeChallenge(context.db, { challenge, userId, now: context.clock.now() });
}
