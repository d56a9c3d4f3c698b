import { and, eq, gt, lte } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { guideTickets } from "../../db/schema/guide-tickets.ts";

export type GuideTicket = typeof guideTickets.$inferSelect;

/** Unscoped on purpose, like everything here: the caller has checked that the visitor may see the place. */
export async function insertTicket(tx: Tx, ticket: GuideTicket, now: Date): Promise<void> {
  await tx.delete(guideTickets).where(lte(guideTickets.expiresAt, now));
  await tx.insert(guideTickets).values(ticket);
}

/** Uses a ticket up. Null if it is unknown, used or expired. */
export async function takeTicket(tx: Tx, tokenHash: string, now: Date): Promise<GuideTicket | null> {
  const [taken] = await tx
    .delete(guideTickets)
    .where(and(eq(guideTickets.tokenHash, tokenHash), gt(guideTickets.expiresAt, now)))
    .returning();
  return taken ?? null;
}
