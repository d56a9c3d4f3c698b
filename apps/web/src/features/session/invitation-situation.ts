import { ApiError } from "@blueprint/contract/api-client";
import type { InvitationView } from "@blueprint/contract/teams";

export type InvitationSituation =
  | "new-account"
  | "sign-in-first"
  | "same-account"
  | "other-account"
  | "already-member"
  | "expired"
  | "revoked"
  | "used"
  | "unknown"
  | "failed";

/** The situation of a user who opens an invitation link. */
export function toInvitationSituation({
  view,
  error,
  signedInEmail,
}: {
  readonly view: InvitationView | null;
  readonly error: Error | null;
  readonly signedInEmail: string | null;
}): InvitationSituation {
  if (view === null) {
    const isUnknown =
      error === null ||
      (error instanceof ApiError && ["invitation-not-found", "invalid-input", "not-found"].includes(error.code));
    return isUnknown ? "unknown" : "failed";
  }
  // Members may open the team, whatever happened to the invitation.
  if (signedInEmail !== null && view.memberOf !== null) return "already-member";
  if (view.state === "accepted") return "used";
  if (view.state !== "open") return view.state;
  if (signedInEmail !== null) {
    // The operator's first link has no address: it creates an account and never promotes an existing one.
    return view.email !== null && toMailbox(view.email) === toMailbox(signedInEmail) ? "same-account" : "other-account";
  }
  return view.accountExists ? "sign-in-first" : "new-account";
}

/** The server also accepts other sub-addresses (`ada+work@…`) of the same mailbox. */
function toMailbox(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  return `${local.replace(/\+.*$/, "")}@${domain}`;
}
