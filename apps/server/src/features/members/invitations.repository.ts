import type { InvitationId, TeamId, UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { invitations, teams } from "../../db/schema/teams.ts";
import type { TeamScope } from "../../platform/http/scope.ts";

export type InvitationRow = typeof invitations.$inferSelect;

export interface NewInvitation {
  id: InvitationId;
  tokenHash: string;
  email: string | null;
  teamId: TeamId | null;
  role: TeamRole | null;
  isOperatorInvitation: boolean;
  message: string;
  invitedBy: UserId | null;
  createdAt: Date;
  expiresAt: Date;
}

/** One server at a time issues or finds the first invitation, until the transaction ends. */
export async function lockFirstInvitation(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('first-invitation', 0))`);
}

/** Open invitations that servers issued, newest first. */
export async function listServerInvitations(tx: Tx, now: Date): Promise<Pick<InvitationRow, "id" | "tokenHash">[]> {
  return await tx
    .select({ id: invitations.id, tokenHash: invitations.tokenHash })
    .from(invitations)
    .where(
      and(
        eq(invitations.isOperatorInvitation, true),
        isNull(invitations.invitedBy),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, now),
      ),
    )
    .orderBy(desc(invitations.createdAt));
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<InvitationRow> {
  const [row] = await tx.insert(invitations).values(invitation).returning();
  return row as InvitationRow;
}

/** Withdraws the open invitation for an address in a team: a newer one replaces it. */
export async function revokeOpenInvitations(tx: Tx, scope: TeamScope, email: string, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(
        eq(invitations.teamId, scope.teamId),
        eq(invitations.email, email),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    );
}

/** Finds a team's invitation and locks its row. */
export async function lockInvitation(tx: Tx, scope: TeamScope, id: InvitationId): Promise<InvitationRow | null> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.teamId, scope.teamId)))
    .for("update");
  return row ?? null;
}

export type InvitationChange = Partial<Omit<InvitationRow, "id" | "teamId">>;

export async function updateInvitation(tx: Tx, id: string, change: InvitationChange): Promise<InvitationRow> {
  const [row] = await tx.update(invitations).set(change).where(eq(invitations.id, id)).returning();
  return row as InvitationRow;
}

/** Name and address of a user who asked for an invitation. */
export async function findPerson(tx: Tx, userId: string): Promise<{ name: string; email: string } | null> {
  const [row] = await tx
    .select({ name: authUsers.name, email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, userId));
  return row ?? null;
}

/** Locks the row, so that only one of two concurrent accepts succeeds. */
export async function findInvitationForUpdate(tx: Tx, tokenHash: string): Promise<InvitationRow | null> {
  const [row] = await tx.select().from(invitations).where(eq(invitations.tokenHash, tokenHash)).for("update");
  return row ?? null;
}

export async function findInvitationView(tx: Tx, tokenHash: string) {
  const [row] = await tx
    .select({ invitation: invitations, teamName: teams.name, inviterName: authUsers.name })
    .from(invitations)
    .leftJoin(teams, eq(teams.id, invitations.teamId))
    .leftJoin(authUsers, eq(authUsers.id, invitations.invitedBy))
    .where(eq(invitations.tokenHash, tokenHash));
  return row ?? null;
}

export async function markAccepted(tx: Tx, id: string, userId: UserId, now: Date): Promise<void> {
  await tx.update(invitations).set({ acceptedAt: now, acceptedBy: userId }).where(eq(invitations.id, id));
}

/** Newest first, with the user who asks to have it for another address. */
export async function listInvitations(tx: Tx, scope: TeamScope) {
  return await tx
    .select({ invitation: invitations, wantedBy: { name: authUsers.name, email: authUsers.email } })
    .from(invitations)
    .leftJoin(authUsers, eq(authUsers.id, invitations.wantedBy))
    .where(eq(invitations.teamId, scope.teamId))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
}

/** Locks in a fixed order, so that users of different links wait for each other instead of deadlocking. */
export async function lockOpenOperatorInvitations(tx: Tx): Promise<void> {
  await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(eq(invitations.isOperatorInvitation, true), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)),
    )
    .orderBy(asc(invitations.id))
    .for("update");
}

export async function revokeOpenOperatorInvitations(tx: Tx, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(eq(invitations.isOperatorInvitation, true), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)),
    );
}

/** Withdraws open invitations of an address that belong to no team. */
export async function revokeOpenServiceInvitations(tx: Tx, email: string, now: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(
        isNull(invitations.teamId),
        eq(invitations.email, email),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    );
}
