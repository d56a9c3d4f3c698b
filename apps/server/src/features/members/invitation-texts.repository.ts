import { and, eq, gt, lte } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { invitationTexts } from "../../db/schema/teams.ts";
import type { TeamScope } from "../../platform/http/scope.ts";

/** Counts mails with a team's own text since a moment. */
export async function countTexts(tx: Tx, { teamId }: TeamScope, since: Date): Promise<number> {
  return await tx.$count(invitationTexts, and(eq(invitationTexts.teamId, teamId), gt(invitationTexts.sentAt, since)));
}

export async function insertText(tx: Tx, { teamId }: TeamScope, text: { id: string; sentAt: Date }): Promise<void> {
  await tx.insert(invitationTexts).values({ ...text, teamId });
}

export async function deleteTextsBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.delete(invitationTexts).where(lte(invitationTexts.sentAt, moment));
}
