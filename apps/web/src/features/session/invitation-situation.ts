import { ApiError } from "@blueprint/contract/api-client";
import type { InvitationView } from "@blueprint/contract/teams";

export type InvitationSituation =
  | "new-account"
  | "sign-in-first"
  | "same-account"
  | "other-account"
  | "expired"
  | "revoked"
  | "used"
  | "unknown"
  | "failed";

/** What stands before somebody who opened an invitation's link. */
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
  if (view.state === "accepted") return "used";
  if (view.state !== "open") return view.state;
  if (signedInEmail !== null) {
    // The operator's first link names no address: it makes an account and never raises an existing one.
    return view.email !== null && view.email.toLowerCase() === signedInEmail.toLowerCase()
      ? "same-account"
      : "other-account";
  }
  return view.accountExists ? "sign-in-first" : "new-account";
}
