import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { invitations } from "../../db/schema/teams.ts";

/** Does nothing for an invitation that is gone, or if the address has changed since: the mail went to the former one. */
export async function noteDelivery(
  tx: Tx,
  id: string,
  email: string,
  delivery: { sentAt?: Date; deliveredAt?: Date; bouncedAt?: Date | null; bounceReason?: string },
): Promise<void> {
  await tx
    .update(invitations)
    .set(delivery)
    .where(and(eq(invitations.id, id), eq(invitations.email, email)));
}

/** Only the first time counts. */
export async function noteOpened(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ openedAt: now })
    .where(and(eq(invitations.id, id), isNull(invitations.openedAt)));
}
