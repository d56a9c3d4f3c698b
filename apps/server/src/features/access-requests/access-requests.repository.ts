import type { AccessRequestId, UserId } from "@blueprint/contract/ids";
import { and, count, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
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

/** Without a scope on purpose: nobody's team owns a wish for an account; operators only. */
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

export async function lockAccessRequest(tx: Tx, id: AccessRequestId): Promise<AccessRequestRow | null> {
  const [row] = await tx.select().from(accessRequests).where(eq(accessRequests.id, id)).for("update");
  return row ?? null;
}

/** Adds a credit to whoever owns a referral code, except for an address of their own. @returns who that is */
export async function creditReferrer(tx: Tx, referralCode: string, email: string): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ credits: sql`${users.credits} + 1` })
    .where(and(eq(users.referralCode, referralCode), ne(users.email, email)))
    .returning({ uid: users.uid });
  return row?.uid ?? null;
}

export interface Decision {
  accepted: boolean;
  decidedAt: Date;
  decidedBy: UserId;
  reason: string;
  creditedTo: string | null;
}

/** Decides every open wish of an address at once: somebody who asked twice is answered once. */
export async function decideOpenAccessRequests(tx: Tx, email: string, decision: Decision): Promise<AccessRequestRow[]> {
  return await tx
    .update(accessRequests)
    .set(decision)
    .where(and(eq(accessRequests.email, email), isNull(accessRequests.decidedAt)))
    .returning();
}
