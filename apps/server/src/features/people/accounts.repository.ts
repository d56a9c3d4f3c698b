import type { TeamId, UserId } from "@blueprint/contract/ids";
import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { knownDevices } from "../../db/schema/account.ts";
import { authAccounts, authUsers } from "../../db/schema/auth.ts";
import { teamMembers, teams } from "../../db/schema/teams.ts";
import { users } from "../../db/schema/users.ts";

export async function findSignInState(tx: Tx, email: string): Promise<{ isDisabled: boolean } | null> {
  const [row] = await tx.select({ disabledAt: authUsers.disabledAt }).from(authUsers).where(eq(authUsers.email, email));
  return row === undefined ? null : { isDisabled: row.disabledAt !== null };
}

export interface NewAccount {
  id: UserId;
  email: string;
  name: string;
  passwordHash: string;
  passwordRowId: string;
  isOperator: boolean;
  username: string;
  referralCode: string;
  now: Date;
}

/** Identity, password and profile of a user: three rows that only exist together. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  const { id, email, name, now } = account;
  await tx.insert(authUsers).values({
    id,
    email,
    name,
    // The invitation was sent to this address, and its link was opened.
    emailVerified: true,
    isOperator: account.isOperator,
    createdAt: now,
    updatedAt: now,
  });
  await tx.insert(authAccounts).values({
    id: account.passwordRowId,
    userId: id,
    accountId: id,
    providerId: "credential",
    password: account.passwordHash,
    createdAt: now,
    updatedAt: now,
  });
  await insertProfile(tx, account);
}

export async function insertProfile(
  tx: Tx,
  { id, email, name, username, referralCode, now }: Omit<NewAccount, "passwordHash" | "passwordRowId" | "isOperator">,
): Promise<void> {
  await tx.insert(users).values({
    uid: id,
    email,
    name,
    username,
    referralCode,
    createdDate: now,
    lastLoginAt: now,
    lastSessionDate: now,
  });
}

export interface Admission {
  email: string;
  name: string;
  isDisabled: boolean;
  hasPassword: boolean;
  hasProfile: boolean;
  isMember: boolean;
}

/** Reads the state of an account and locks its row: of two concurrent sign-ins, the second waits for the first. */
export async function findAdmissionForUpdate(tx: Tx, id: UserId): Promise<Admission | null> {
  const [account] = await tx.select().from(authUsers).where(eq(authUsers.id, id)).for("no key update");
  if (account === undefined) return null;
  const isPassword = and(eq(authAccounts.userId, id), eq(authAccounts.providerId, "credential"));
  const passwords = await tx.$count(authAccounts, isPassword);
  const profiles = await tx.$count(users, eq(users.uid, id));
  const memberships = await tx.$count(teamMembers, eq(teamMembers.userId, id));
  return {
    email: account.email,
    name: account.name,
    isDisabled: account.disabledAt !== null,
    hasPassword: passwords > 0,
    hasProfile: profiles > 0,
    isMember: memberships > 0,
  };
}

export async function hasDisabledAccount(tx: Tx, id: UserId): Promise<boolean> {
  const [row] = await tx.select({ disabledAt: authUsers.disabledAt }).from(authUsers).where(eq(authUsers.id, id));
  return row?.disabledAt != null;
}

export async function deleteAccount(tx: Tx, id: UserId): Promise<void> {
  await tx.delete(authUsers).where(eq(authUsers.id, id));
}

/** @returns false when there is no such account */
export async function setDisabledAt(tx: Tx, id: UserId, disabledAt: Date | null): Promise<boolean> {
  const rows = await tx
    .update(authUsers)
    // Disabling again keeps the first date.
    .set({
      disabledAt: disabledAt === null ? null : sql`coalesce(${authUsers.disabledAt}, ${disabledAt.toISOString()})`,
    })
    .where(eq(authUsers.id, id))
    .returning({ id: authUsers.id });
  return rows.length > 0;
}

export async function hasAccounts(tx: Tx): Promise<boolean> {
  const rows = await tx.select({ id: authUsers.id }).from(authUsers).limit(1);
  return rows.length > 0;
}

/**
 * Includes the personal team, whose audit log records the user's own actions; of two concurrent sign-ins, the second
 * waits. Null for a user without a personal team.
 */
export async function lockProfile(tx: Tx, userId: UserId): Promise<{ teamId: TeamId; name: string } | null> {
  const [row] = await tx
    .select({ teamId: teams.id, name: users.name })
    .from(teams)
    .innerJoin(users, eq(users.uid, teams.personalOf))
    .where(eq(teams.personalOf, userId))
    .for("no key update", { of: users });
  return row === undefined ? null : { teamId: row.teamId as TeamId, name: row.name };
}

/** @returns false when the user has signed in from this kind of device before */
export async function rememberDevice(tx: Tx, userId: UserId, device: string): Promise<boolean> {
  const rows = await tx
    .insert(knownDevices)
    .values({ userId, device })
    .onConflictDoNothing()
    .returning({ device: knownDevices.device });
  return rows.length > 0;
}
