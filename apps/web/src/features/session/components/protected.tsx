import { CatchBoundary, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useContext, useEffect, useRef } from "react";
import { storeDestination } from "../../../lib/destination.ts";
import { isGuardBypassed } from "../../../lib/guard-bypass.ts";
import { dropUnshownAnswers, useSession } from "../../../lib/session.ts";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PageSpinner } from "../../../ui/page-spinner.tsx";
import { BypassedScreen } from "../bypassed-screen.ts";

/**
 * Renders its children once the user is signed in with a loaded profile (spec §2). Others are redirected to sign in,
 * and return here afterwards.
 */
export function Protected({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const navigate = useNavigate();
  const href = useLocation({ select: (location) => location.href });
  const isBypassed = useLocation({ select: (location) => isGuardBypassed(location.searchStr) });
  const bypassedScreen = useContext(BypassedScreen);
  const isAnonymous = session.status === "anonymous" && !isBypassed;

  // Only once: while unmounting, this screen still sees the URL change, and the sign-in page is no destination.
  const isLeaving = useRef(false);
  const wasSignedIn = useRef(false);
  if (session.status === "signed-in") wasSignedIn.current = true;
  useEffect(() => {
    if (!isAnonymous || isLeaving.current) return;
    isLeaving.current = true;
    // After a sign-out here, the destination stays in this tab: the next user who opens a mail in this browser must not
    // be sent to it.
    storeDestination(href, wasSignedIn.current ? "tab" : "browser");
    void navigate({ to: "/login", replace: true });
  }, [isAnonymous, href, navigate]);

  if (isBypassed && (session.status === "anonymous" || session.status === "failed")) return bypassedScreen;
  if (session.status === "failed") return <ErrorPanel message={session.error.message} onRetry={session.retry} />;
  if (session.status !== "signed-in") return <PageSpinner />;
  return (
    <CatchBoundary
      getResetKey={() => href}
      errorComponent={({ reset }) => (
        <div role="alert" className="grid min-h-dvh place-items-center p-6 text-center">
          <div className="grid gap-3">
            <p>Something went wrong. Please try again.</p>
            <button
              type="button"
              onClick={() => {
                dropUnshownAnswers();
                reset();
              }}
              className="font-strong text-accent underline underline-offset-2"
            >
              Try again
            </button>
          </div>
        </div>
      )}
    >
      {children}
    </CatchBoundary>
  );
}
