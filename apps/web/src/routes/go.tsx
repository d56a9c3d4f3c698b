import { createFileRoute, Link } from "@tanstack/react-router";
import { z } from "zod";
import { keepSearch } from "../lib/search-text.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { SheetPage } from "../ui/sheet-page.tsx";

const search = z.object({ c: z.string().max(100).optional().catch(undefined) });

export const Route = createFileRoute("/go")({ validateSearch: keepSearch(search), component: Go });

/** Short links. None can be made yet, so no code is known. */
function Go() {
  const { c = "" } = search.parse(Route.useSearch());
  return (
    <SheetPage
      head={
        <Link to="/">
          <Logo />
        </Link>
      }
    >
      <title>Short link · Blueprint</title>
      <div className="grid gap-3">
        <h1 className="text-title font-strong">{c === "" ? "This link has no code" : "This code is not known"}</h1>
        <p className="text-ink-soft">
          {c === "" ? (
            "A short link ends with a code, and this one has lost it. Scan the sign again, or type the whole link."
          ) : (
            <>
              <span className="font-mono break-all text-ink">{c}</span> leads nowhere here. A letter of it may be
              missing, or the link belongs to another installation.
            </>
          )}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="primary" asChild>
            <Link to="/search">Find the venue by name</Link>
          </Button>
          <Button variant="quiet" asChild>
            <Link to="/">Go to the start</Link>
          </Button>
        </div>
      </div>
    </SheetPage>
  );
}
