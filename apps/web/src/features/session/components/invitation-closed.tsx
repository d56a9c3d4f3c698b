import type { InvitationView } from "@blueprint/contract/teams";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import type { InvitationSituation } from "../invitation-situation.ts";

type Closed = Extract<InvitationSituation, "expired" | "revoked" | "used" | "unknown"> | "no-token";

// The next step: the title already says what happened, in the catalogue's words.
const texts: Record<Closed, { readonly title: string; readonly text: string }> = {
  expired: { title: "This invitation has expired", text: "Ask the person who invited you to send it again." },
  revoked: {
    title: "This invitation was revoked",
    text: "The sender revoked it or sent a newer one. Check your inbox for a newer email.",
  },
  used: { title: "This invitation was already used", text: "Sign in with the account you used it for." },
  "no-token": {
    title: "This link has no invitation",
    text: "The end of the link is missing. Open it from your invitation email again, or copy the whole link.",
  },
  unknown: {
    title: "Invitation not found",
    text: "The link may be incomplete, or a newer one replaced it. Copy the full link from the latest email, or ask for a new one.",
  },
};

/** An invitation that can no longer be accepted, with the next step. */
export function InvitationClosed({
  situation,
  view,
}: {
  readonly situation: Closed;
  readonly view: InvitationView | null;
}) {
  const isSignedIn = useSession().status === "signed-in";
  const { title, text } = texts[situation];
  return (
    <div className="grid gap-3">
      <h1 className="text-title font-strong">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      {view?.inviterName ? (
        <p className="text-ink-soft">
          {view.inviterName} sent it{view.teamName === null ? "" : ` for the team ${view.teamName}`}.
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {isSignedIn ? (
          <Button variant="primary" asChild>
            <Link to="/dashboard">Go to your blueprints</Link>
          </Button>
        ) : (
          <>
            <Button variant="primary" asChild>
              <Link to="/login">Sign in</Link>
            </Button>
            <Button asChild>
              <Link to="/login" search={{ ask: true }}>
                Ask for access
              </Link>
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
