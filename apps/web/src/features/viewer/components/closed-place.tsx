import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { SheetPage } from "../../../ui/sheet-page.tsx";

const reasons = {
  "not-open": {
    title: "This place is not open to visitors",
    text: "It is not published at the moment, or the link is mistyped.",
    todo: "Check the link, or ask whoever gave it to you to publish the place again. The same link then works. A place that is open to its team alone opens once a member of the team has signed in.",
  },
  "no-address": {
    title: "Which place would you like to visit?",
    text: "This address shows a place, but it does not say which.",
    todo: "Use the whole link or the QR code you were given: it ends with the name of the place.",
  },
} as const;

/** Why there is no place to show, and what to do. */
export function ClosedPlace({
  reason,
  isSignInOffered = false,
}: {
  readonly reason: keyof typeof reasons;
  /** Whoever comes back from there sees the same address again. */
  readonly isSignInOffered?: boolean;
}) {
  const { title, text, todo } = reasons[reason];
  const session = useSession();
  return (
    <SheetPage
      head={
        <a href="/" aria-label="Blueprint home">
          <Logo />
        </a>
      }
    >
      <title>{`${title} · Blueprint`}</title>
      <div className="grid gap-3">
        <h1 className="text-title font-strong text-balance">{title}</h1>
        <p className="text-pretty">{text}</p>
        <p className="text-ink-soft text-pretty">{todo}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button asChild>
            <a href="/">Go to the home page</a>
          </Button>
          {isSignInOffered && session.status === "anonymous" ? (
            <Button asChild variant="quiet">
              <a href={`/login?next=${encodeURIComponent(location.pathname + location.search)}`}>Sign in</a>
            </Button>
          ) : null}
        </div>
      </div>
    </SheetPage>
  );
}
