import type { RequestId, UserId } from "@blueprint/contract/ids";
import type { RequestKind, RequestOutcome } from "@blueprint/contract/requests";
import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { requests } from "../../db/schema/requests.ts";
import { users } from "../../db/schema/users.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

export type RequestRow = typeof requests.$inferSelect;

export async function insertRequest(tx: Tx, request: typeof requests.$inferInsert): Promise<void> {
  await tx.insert(requests).values(request);
}

export async function listRequestsOf(
  tx: Tx,
  userId: UserId,
  kind: RequestKind | undefined,
  limit: number,
): Promise<RequestRow[]> {
  return await tx
    .select()
    .from(requests)
    .where(and(eq(requests.userId, userId), ...(kind === undefined ? [] : [eq(requests.kind, kind)])))
    .orderBy(desc(requests.createdAt), desc(requests.id))
    .limit(limit);
}

export interface RequestFilter {
  kind: RequestKind | undefined;
  state: "open" | "closed";
}

function toConditions({ kind, state }: RequestFilter): SQL[] {
  return [
    state === "open" ? isNull(requests.closedAt) : isNotNull(requests.closedAt),
    ...(kind === undefined ? [] : [eq(requests.kind, kind)]),
  ];
}

/** Unscoped on purpose: requests of every team, for operators only. */
export async function listRequests(
  tx: Tx,
  filter: RequestFilter,
  cursor: PageCursor | null,
  limit: number,
): Promise<RequestRow[]> {
  return await tx
    .select()
    .from(requests)
    .where(and(...toConditions(filter), isBehind(requests.createdAt, requests.id, cursor)))
    .orderBy(desc(requests.createdAt), desc(requests.id))
    .limit(limit);
}

export async function countRequests(tx: Tx, filter: RequestFilter): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(requests)
    .where(and(...toConditions(filter)));
  return row?.n ?? 0;
}

/** Claims of a place that people with an account sent as requests, before there were claims (decision 142). */
export async function listEarlierClaims(tx: Tx, slug: string): Promise<Pick<RequestRow, "closedAt" | "outcome">[]> {
  const { closedAt, outcome } = requests;
  return await tx
    .select({ closedAt, outcome })
    .from(requests)
    .where(and(eq(requests.kind, "claim"), isNotNull(requests.userId), sql`${requests.payload}->>'slug' = ${slug}`));
}

/** Claims that people without an account started with an address, newest first. */
export async function listClaimStarts(tx: Tx, email: string, limit: number): Promise<RequestRow[]> {
  return await tx
    .select()
    .from(requests)
    .where(and(eq(requests.kind, "claim"), isNull(requests.userId), eq(requests.email, email)))
    .orderBy(desc(requests.createdAt), desc(requests.id))
    .limit(limit);
}

/** Locks and returns the visit that a user requested during onboarding, open or closed. */
export async function lockOnboardingVisit(tx: Tx, userId: UserId): Promise<RequestRow | null> {
  const isFromOnboarding = sql`${requests.payload}->>'isFromOnboarding' = 'true'`;
  const [row] = await tx
    .select()
    .from(requests)
    .where(and(eq(requests.userId, userId), eq(requests.kind, "visit"), isFromOnboarding))
    .for("update");
  return row ?? null;
}

export async function updateRequestPayload(tx: Tx, id: string, payload: RequestRow["payload"]): Promise<void> {
  await tx.update(requests).set({ payload }).where(eq(requests.id, id));
}

export async function deleteRequest(tx: Tx, id: string): Promise<void> {
  await tx.delete(requests).where(eq(requests.id, id));
}

export async function lockRequest(tx: Tx, id: RequestId): Promise<RequestRow | null> {
  const [row] = await tx.select().from(requests).where(eq(requests.id, id)).for("update");
  return row ?? null;
}

export async function closeRequest(
  tx: Tx,
  id: RequestId,
  end: { closedAt: Date; closedBy: UserId; outcome: RequestOutcome; answer: string; creditedTo: UserId | null },
): Promise<RequestRow> {
  const [row] = await tx.update(requests).set(end).where(eq(requests.id, id)).returning();
  return row as RequestRow;
}

/** Holds an account until the transaction ends. @returns false when there is none */
export async function lockUser(tx: Tx, userId: UserId): Promise<boolean> {
  const rows = await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, userId)).for("key share");
  return rows.length > 0;
}
