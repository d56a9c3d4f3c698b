import type { UserId } from "@blueprint/contract/ids";
import { and, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authSessions } from "../../db/schema/auth.ts";

/** Which sessions of a person are meant: all, a single one, or all but one. */
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
