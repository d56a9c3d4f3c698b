import { Link, useRouterState } from "@tanstack/react-router";
import { storeDestination } from "../../../lib/destination.ts";
import { Button } from "../../../ui/button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { SheetPage } from "../../../ui/sheet-page.tsx";

/**
 * A protected screen that was opened without an account (spec §2). The server still gives out nothing: the screen says
 * so and stays where it is.
 */
export function GuardBypassed() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <SheetPage
      head={
        <Link to="/">
          <Logo />
        </Link>
      }
      figure={
        <div className="flex divide-x divide-hairline text-caption text-ink-soft">
          <span className="flex-1 px-6 py-2 sm:px-9">Read-only, no account</span>
          <span className="max-w-1/2 truncate px-4 py-2 font-mono">{pathname}</span>
        </div>
      }
    >
      <title>Opened without an account · Blueprint</title>
      <div className="grid gap-3">
        <h1 className="text-title font-strong">Opened without an account</h1>
        <p className="text-ink-soft">
          This screen shows what belongs to an account, and nobody is signed in here. The address opens the screen, not
          the data: the server gives out none, and nothing can be changed.
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="primary" asChild>
            <Link to="/login" onClick={() => storeDestination(pathname)}>
              Sign in
            </Link>
          </Button>
          <Button asChild>
            <Link to="/">See what Blueprint does</Link>
          </Button>
        </div>
      </div>
    </SheetPage>
  );
}
