import type { TeamId, UserId } from "@blueprint/contract/ids";
import { and, asc, eq, gt, isNull, lt, lte, ne, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { emailChanges, passkeyChallenges, passkeys, passwordResets } from "../../db/schema/account.ts";
import { authAccounts, authUsers, authVerifications } from "../../db/schema/auth.ts";
import { teamMembers, teams } from "../../db/schema/teams.ts";
import { users } from "../../db/schema/users.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Locks the account's row: sign-in methods are removed one at a time, so that the last one stays. */
export async function lockAccount(tx: Tx, userId: UserId): Promise<{ email: string; name: string } | null> {
  const [row] = await tx
    .select({ email: authUsers.email, name: authUsers.name })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
    .for("no key update");
  return row ?? null;
}

export async function findWaysIn(tx: Tx, userId: UserId) {
  const accounts = await tx
    .select({ providerId: authAccounts.providerId, createdAt: authAccounts.createdAt, password: authAccounts.password })
    .from(authAccounts)
    .where(eq(authAccounts.userId, userId));
  return {
    passwordHash: accounts.find(({ providerId }) => providerId === "credential")?.password ?? null,
    googleLinkedAt: accounts.find(({ providerId }) => providerId === "google")?.createdAt ?? null,
    passkeys: await tx.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt)),
  };
}

export async function savePasswordHash(
  tx: Tx,
  userId: UserId,
  { id, hash, now }: { id: string; hash: string; now: Date },
): Promise<void> {
  const changed = await tx
    .update(authAccounts)
    .set({ password: hash, updatedAt: now })
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, "credential")))
    .returning({ id: authAccounts.id });
  if (changed.length > 0) return;
  const account = { id, userId, accountId: userId, providerId: "credential", createdAt: now, updatedAt: now };
  await tx.insert(authAccounts).values({ ...account, password: hash });
}

export async function deleteGoogleAccount(tx: Tx, userId: UserId): Promise<boolean> {
  const rows = await tx
    .delete(authAccounts)
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, "google")))
    .returning({ id: authAccounts.id });
  return rows.length > 0;
}

export async function saveEmailChange(tx: Tx, change: typeof emailChanges.$inferInsert): Promise<void> {
  const { userId: _, ...values } = change;
  await tx.insert(emailChanges).values(change).onConflictDoUpdate({ target: emailChanges.userId, set: values });
}

export async function findPendingEmail(tx: Tx, userId: UserId, now: Date): Promise<string | null> {
  const [row] = await tx
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)));
  return row?.email ?? null;
}

/** Deletes and returns the change that a link stands for: the link works once. */
export async function takeEmailChange(tx: Tx, tokenHash: string, now: Date) {
  const [row] = await tx.delete(emailChanges).where(eq(emailChanges.tokenHash, tokenHash)).returning();
  return row === undefined || row.expiresAt <= now ? null : { userId: row.userId as UserId, email: row.email };
}

/** Finds only accounts that may sign in. */
export async function findByEmail(tx: Tx, email: string): Promise<{ userId: UserId; name: string } | null> {
  const [row] = await tx
    .select({ id: authUsers.id, name: authUsers.name })
    .from(authUsers)
    .where(and(eq(authUsers.email, email), isNull(authUsers.disabledAt)));
  return row === undefined ? null : { userId: row.id as UserId, name: row.name };
}

/** Replaces any earlier link. */
export async function savePasswordReset(tx: Tx, reset: typeof passwordResets.$inferInsert): Promise<void> {
  const { userId: _, ...values } = reset;
  await tx.insert(passwordResets).values(reset).onConflictDoUpdate({ target: passwordResets.userId, set: values });
}

export async function hasPasswordReset(tx: Tx, tokenHash: string, now: Date): Promise<boolean> {
  const isOpen = and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now));
  return (await tx.$count(passwordResets, isOpen)) > 0;
}

/** Deletes the reset that a link stands for: the link works once. */
export async function takePasswordReset(tx: Tx, tokenHash: string, now: Date): Promise<UserId | null> {
  const [row] = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).returning();
  return row === undefined || row.expiresAt <= now ? null : (row.userId as UserId);
}

export async function deletePasswordReset(tx: Tx, userId: UserId): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** Deletes expired links and challenges. */
export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tx.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  await tx.delete(emailChanges).where(lte(emailChanges.expiresAt, now));
  await tx.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
  await tx.delete(authVerifications).where(lte(authVerifications.expiresAt, now));
}

/** The user's personal team, whose audit log records their own actions. */
export async function findPersonalTeam(tx: Tx, userId: UserId): Promise<TeamId | null> {
  const [row] = await tx.select({ id: teams.id }).from(teams).where(eq(teams.personalOf, userId));
  return row === undefined ? null : (row.id as TeamId);
}

export async function updateEmail(tx: Tx, userId: UserId, email: string, now: Date): Promise<void> {
  await tx.update(authUsers).set({ email, emailVerified: true, updatedAt: now }).where(eq(authUsers.id, userId));
  await tx.update(users).set({ email }).where(eq(users.uid, userId));
}

export async function hasOtherAccount(tx: Tx, email: string, userId: UserId): Promise<boolean> {
  return (await tx.$count(authUsers, and(eq(authUsers.email, email), ne(authUsers.id, userId)))) > 0;
}

export async function insertChallenge(
  tx: Tx,
  values: { challenge: string; userId: UserId | null; expiresAt: Date; now: Date },
): Promise<void> {
  const { now, ...row } = values;
  await tx.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
  await tx.insert(passkeyChallenges).values(row);
}

/** @returns false unless exactly this challenge waits for this user's response */
export async function takeChallenge(
  tx: Tx,
  { challenge, userId, now }: { challenge: string; userId: UserId | null; now: Date },
): Promise<boolean> {
  const [row] = await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.challenge, challenge)).returning();
  return row !== undefined && row.userId === userId && row.expiresAt > now;
}

/** Locks the user's row until the transaction ends: two passkeys added at once are counted one after another. */
export async function lockAndCountPasskeys(tx: Tx, userId: UserId): Promise<number> {
  await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, userId)).for("no key update");
  return await tx.$count(passkeys, eq(passkeys.userId, userId));
}

/** @returns false when the passkey is already registered */
export async function insertPasskey(tx: Tx, passkey: typeof passkeys.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export async function findPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await tx.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/**
 * @returns false when the passkey is gone, or its counter moved on meanwhile; authenticators without a counter send 0
 */
export async function recordPasskeyUse(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export async function deletePasskey(tx: Tx, userId: UserId, id: string): Promise<{ name: string } | null> {
  const rows = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name });
  return rows[0] ?? null;
}

/** Sets the photo's key. @returns the previous one */
export async function replacePhotoKey(tx: Tx, userId: UserId, photoKey: string | null): Promise<string | null> {
  const [before] = await tx
    .select({ key: users.photoKey })
    .from(users)
    .where(eq(users.uid, userId))
    .for("no key update");
  await tx.update(users).set({ photoKey }).where(eq(users.uid, userId));
  return before?.key ?? null;
}

/** The key of a user's photo, visible to themselves and to members of a shared team. */
export async function findVisiblePhotoKey(tx: Tx, userId: UserId, viewerId: UserId): Promise<string | null> {
  const theirTeams = tx.select({ id: teamMembers.teamId }).from(teamMembers).where(eq(teamMembers.userId, userId));
  const [row] = await tx
    .select({ key: users.photoKey })
    .from(users)
    .where(
      and(
        eq(users.uid, userId),
        userId === viewerId
          ? undefined
          : sql`exists (select 1 from ${teamMembers} where ${teamMembers.userId} = ${viewerId} and ${teamMembers.teamId} in ${theirTeams})`,
      ),
    );
  return row?.key ?? null;
}
