import type { invitationDeliveries } from "@blueprint/contract/teams";
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

export function toDelivery(
  row: Pick<InvitationRow, "sentAt" | "deliveredAt" | "openedAt" | "bouncedAt">,
): (typeof invitationDeliveries)[number] {
  if (row.openedAt !== null) return "opened";
  if (row.bouncedAt !== null) return "bounced";
  if (row.deliveredAt !== null) return "delivered";
  return row.sentAt === null ? "sending" : "sent";
}

/** The operator's first link is for the reader of the server's log; every other one is for its address. */
export function isForAddress(row: Pick<InvitationRow, "email">, email: string): boolean {
  return row.email === null || row.email === email.trim().toLowerCase();
}

/**
 * Whether a signed-in user may accept: same address, or same mailbox with another sub-address (RFC 5233: the part after
 * "+"). The holder of the link has read that mailbox.
 */
export function isForMailbox(row: Pick<InvitationRow, "email">, email: string): boolean {
  return row.email !== null && toMailbox(row.email) === toMailbox(email);
}

function toMailbox(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  return `${local.replace(/\+.*$/, "")}@${domain}`;
}
