import type { InvitationView } from "@blueprint/contract/teams";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import type { InvitationSituation } from "../invitation-situation.ts";

type Closed = Extract<InvitationSituation, "expired" | "revoked" | "used" | "unknown"> | "no-token";

// What comes next: the title has said what happened, as the catalogue would.
const texts: Record<Closed, { readonly title: string; readonly text: string }> = {
  expired: { title: "This invitation has expired", text: "Ask the person who invited you to send it again." },
  revoked: {
    title: "This invitation was withdrawn",
    text: "The sender withdrew it or sent a newer one. Look for a later mail.",
  },
  used: { title: "This invitation was already used", text: "Sign in with the account you used it for." },
  "no-token": {
    title: "This link has no invitation",
    text: "Its end is missing. Open the link in your invitation e-mail again, or copy the whole link.",
  },
  unknown: {
    title: "This invitation is not known",
    text: "The link may be incomplete, or a newer one replaced it. Copy the full link from the latest mail, or ask for a new one.",
  },
};

/** An invitation that cannot be accepted any more, and where to go from here. */
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
