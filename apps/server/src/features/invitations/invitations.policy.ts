import type { InvitationRow } from "./invitations.repository.ts";

export type InvitationState = "open" | "accepted" | "expired" | "revoked";

export function toInvitationState(
  row: Pick<InvitationRow, "acceptedAt" | "revokedAt" | "expiresAt">,
  now: Date,
): InvitationState {
  if (row.acceptedAt !== null) return "accepted";
  if (row.revokedAt !== null) return "revoked";
  return row.expiresAt <= now ? "expired" : "open";
}

/** The operator's first link is for whoever reads the server's log; every other one is for its address. */
export function isForAddress(row: Pick<InvitationRow, "email">, email: string): boolean {
  return row.email === null || row.email === email.trim().toLowerCase();
}
