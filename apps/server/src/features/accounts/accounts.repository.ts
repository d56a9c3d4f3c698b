import type { UserId } from "@blueprint/contract/ids";
import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authAccounts, authUsers } from "../../db/schema/auth.ts";
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

/** Identity, password and profile of a person: three rows that only exist together. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  const { id, email, name, now } = account;
  await tx.insert(authUsers).values({
    id,
    email,
    name,
    // The invitation's link was opened, and it was sent to this address.
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
  await tx.insert(users).values({
    uid: id,
    email,
    name,
    username: account.username,
    referralCode: account.referralCode,
    createdDate: now,
    lastLoginAt: now,
    lastSessionDate: now,
  });
}

export async function countSignIn(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ lastLoginAt: now, lastSessionDate: now, numSessions: sql`${users.numSessions} + 1` })
    .where(eq(users.uid, userId));
}

export async function hasAnyAccount(tx: Tx): Promise<boolean> {
  const rows = await tx.select({ id: authUsers.id }).from(authUsers).limit(1);
  return rows.length > 0;
}

export async function emailHasAccount(tx: Tx, email: string): Promise<boolean> {
  return (await findSignInState(tx, email)) !== null;
}
