import type { UserId } from "@blueprint/contract/ids";
import { and, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authSessions, authUsers } from "../../db/schema/auth.ts";

/** Which of a user's sessions: all, a single one, or all but one. */
export type SessionChoice = "all" | { only: string } | { except: string };

export async function listLiveSessions(tx: Tx, userId: UserId, now: Date) {
  const { id, userAgent, ipAddress, createdAt, updatedAt } = authSessions;
  return await tx
    .select({ id, userAgent, ipAddress, createdAt, updatedAt })
    .from(authSessions)
    .where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, now)))
    .orderBy(desc(updatedAt), id);
}

/** @returns the tokens of the sessions that ended */
export async function deleteSessions(tx: Tx, userId: UserId, choice: SessionChoice): Promise<string[]> {
  const rows = await tx
    .delete(authSessions)
    .where(and(eq(authSessions.userId, userId), toCondition(choice)))
    .returning({ token: authSessions.token });
  return rows.map(({ token }) => token);
}

function toCondition(choice: SessionChoice): SQL | undefined {
  if (choice === "all") return undefined;
  return "only" in choice ? eq(authSessions.id, choice.only) : ne(authSessions.id, choice.except);
}

export async function notifyServers(tx: Tx, channel: string, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** When the session's user authenticated: the sign-in, and the latest confirmation. */
export async function findProofs(tx: Tx, userId: UserId, sessionId: string): Promise<Date[]> {
  const [row] = await tx
    .select({ createdAt: authSessions.createdAt, confirmedAt: authSessions.confirmedAt })
    .from(authSessions)
    .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId)));
  return row === undefined ? [] : [row.createdAt, ...(row.confirmedAt === null ? [] : [row.confirmedAt])];
}

export async function saveProof(tx: Tx, userId: UserId, sessionId: string, confirmedAt: Date): Promise<void> {
  await tx
    .update(authSessions)
    .set({ confirmedAt })
    .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId)));
}

/** IP addresses with a session of the user. */
export async function listAddresses(tx: Tx, email: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ ipAddress: authSessions.ipAddress })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .where(eq(authUsers.email, email));
  return rows.flatMap(({ ipAddress }) => ipAddress || []);
}
