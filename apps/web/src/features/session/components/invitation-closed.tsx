import { errorCatalogue } from "@blueprint/contract/errors";
import type { InvitationView } from "@blueprint/contract/teams";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import type { InvitationSituation } from "../invitation-situation.ts";

type Closed = Extract<InvitationSituation, "expired" | "revoked" | "used" | "unknown">;

const texts: Record<Closed, { readonly title: string; readonly text: string }> = {
  expired: { title: "This invitation has expired", text: errorCatalogue["invitation-expired"].message },
  revoked: { title: "This invitation was withdrawn", text: errorCatalogue["invitation-revoked"].message },
  used: { title: "This invitation was already used", text: errorCatalogue["invitation-used"].message },
  unknown: { title: "This invitation is not known", text: errorCatalogue["invitation-not-found"].message },
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
