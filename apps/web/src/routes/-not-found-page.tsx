import { Link } from "@tanstack/react-router";
import { SupportLine } from "../features/installation/components/support-line.tsx";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { SheetPage } from "../ui/sheet-page.tsx";

/** Any path without a route (spec §2). */
export function NotFoundPage() {
  return (
    <SheetPage
      head={
        <Link to="/">
          <Logo />
        </Link>
      }
    >
      <title>Page not found · Blueprint</title>
      <div className="grid gap-3">
        <h1 className="text-title font-strong">404 Page Not Found</h1>
        <p className="text-ink-soft">There's no page at this address. The link may be outdated or mistyped.</p>
        <div className="mt-2 flex gap-2">
          <Button variant="primary" asChild>
            <Link to="/">Go to the home page</Link>
          </Button>
        </div>
        <SupportLine lead="Did someone give you this link?" />
      </div>
    </SheetPage>
  );
}
