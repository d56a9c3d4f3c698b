import type { AccessRequestId, UserId } from "@blueprint/contract/ids";
import { and, count, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { requests } from "../../db/schema/requests.ts";
import { accessRequests } from "../../db/schema/teams.ts";
import { users } from "../../db/schema/users.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

export type AccessRequestRow = typeof accessRequests.$inferSelect;

export async function insertAccessRequest(
  tx: Tx,
  request: { id: string; email: string; name: string; message: string; referralCode: string | null; createdAt: Date },
): Promise<void> {
  await tx.insert(accessRequests).values(request);
}

const inState = { open: isNull(accessRequests.decidedAt), decided: isNotNull(accessRequests.decidedAt) };

/** Unscoped on purpose: an access request belongs to no team; operators only. */
export async function listAccessRequests(
  tx: Tx,
  state: keyof typeof inState,
  cursor: PageCursor | null,
  limit: number,
): Promise<AccessRequestRow[]> {
  const { createdAt, id } = accessRequests;
  return await tx
    .select()
    .from(accessRequests)
    .where(and(inState[state], isBehind(createdAt, id, cursor)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

export async function countAccessRequests(tx: Tx, state: keyof typeof inState): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(accessRequests).where(inState[state]);
  return row?.n ?? 0;
}

export async function findAccessRequest(tx: Tx, id: AccessRequestId): Promise<AccessRequestRow | null> {
  const [row] = await tx.select().from(accessRequests).where(eq(accessRequests.id, id));
  return row ?? null;
}

/** Serializes decisions about an address until the transaction ends. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`access/${email}`}, 0))`);
}

/** Whether a credit was given for this address before, by any form. */
export async function wasCredited(tx: Tx, email: string): Promise<boolean> {
  const [row] = await unionAll(
    tx
      .select({ creditedTo: accessRequests.creditedTo })
      .from(accessRequests)
      .where(and(eq(accessRequests.email, email), isNotNull(accessRequests.creditedTo))),
    tx
      .select({ creditedTo: requests.creditedTo })
      .from(requests)
      .where(and(eq(requests.email, email), isNotNull(requests.creditedTo))),
  ).limit(1);
  return row !== undefined;
}

/** Adds a credit to the owner of a referral code, except for their own address. @returns the owner */
export async function creditReferrer(tx: Tx, referralCode: string, email: string): Promise<UserId | null> {
  const [row] = await tx
    .update(users)
    .set({ credits: sql`${users.credits} + 1` })
    .where(and(eq(users.referralCode, referralCode), ne(users.email, email)))
    .returning({ uid: users.uid });
  return (row?.uid ?? null) as UserId | null;
}

export interface Decision {
  accepted: boolean;
  decidedAt: Date;
  decidedBy: UserId;
  reason: string;
}

/** Decides every open request of an address at once: an applicant who asked twice gets one answer. */
export async function decideOpenAccessRequests(tx: Tx, email: string, decision: Decision): Promise<void> {
  await tx
    .update(accessRequests)
    .set(decision)
    .where(and(eq(accessRequests.email, email), isNull(accessRequests.decidedAt)));
}

export async function noteCredit(tx: Tx, id: AccessRequestId, creditedTo: UserId | null): Promise<void> {
  await tx.update(accessRequests).set({ creditedTo }).where(eq(accessRequests.id, id));
}
