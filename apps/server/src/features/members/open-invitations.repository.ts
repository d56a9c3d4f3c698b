import type { TeamId } from "@blueprint/contract/ids";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { invitations, teams } from "../../db/schema/teams.ts";
import type { InvitationRow } from "./invitations.repository.ts";

const isOpenFor = (email: string, now: Date) =>
  and(
    eq(invitations.email, email),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, now),
  );

/** Every open invitation of an address, oldest first, with their rows locked. */
export async function listOpenInvitationsForUpdate(tx: Tx, email: string, now: Date): Promise<InvitationRow[]> {
  return await tx
    .select()
    .from(invitations)
    .where(isOpenFor(email, now))
    .orderBy(asc(invitations.createdAt))
    .for("update");
}

export async function hasOpenInvitation(tx: Tx, email: string, now: Date): Promise<boolean> {
  const rows = await tx.select({ id: invitations.id }).from(invitations).where(isOpenFor(email, now)).limit(1);
  return rows.length > 0;
}

export async function findNames(
  tx: Tx,
  { teamId, invitedBy }: Pick<InvitationRow, "teamId" | "invitedBy">,
): Promise<{ teamName: string | null; inviterName: string | null }> {
  const [team] =
    teamId === null
      ? []
      : await tx
          .select({ name: teams.name })
          .from(teams)
          .where(eq(teams.id, teamId as TeamId));
  const [inviter] =
    invitedBy === null
      ? []
      : await tx.select({ name: authUsers.name }).from(authUsers).where(eq(authUsers.id, invitedBy));
  return { teamName: team?.name ?? null, inviterName: inviter?.name ?? null };
}

export async function replaceToken(tx: Tx, id: string, tokenHash: string): Promise<void> {
  await tx.update(invitations).set({ tokenHash }).where(eq(invitations.id, id));
}
