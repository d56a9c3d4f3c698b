import { Link } from "@tanstack/react-router";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { demoVenue } from "../demo-venue.ts";

/** The demo editor's header: where it is, and where to go from it. */
export function DemoEditorHead() {
  const { name } = demoVenue;
  return (
    <header className="flex min-h-12 items-center gap-3 border-b border-line bg-sheet px-3 sm:px-4">
      <Link to="/dashboard" search aria-label="Back to the demo's blueprints" className="inline-flex shrink-0">
        <Logo withName={false} />
      </Link>
      <h1 className="min-w-0 flex-1 truncate font-strong" title={name}>
        {name}
      </h1>
      <Badge className="max-sm:hidden">Read-only</Badge>
      <Button size="small" variant="quiet" asChild>
        <Link to="/blueprints/$id/ai-studio" params={{ id: "example" }} search>
          AI studio
        </Link>
      </Button>
      <Button size="small" asChild>
        <Link to="/login">Sign in</Link>
      </Button>
    </header>
  );
}
