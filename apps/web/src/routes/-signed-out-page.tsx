import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { storeDestination } from "../lib/destination.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { SheetPage } from "../ui/sheet-page.tsx";

/** A public screen whose content needs an account: explains itself and offers to sign in. */
export function SignedOutPage({
  title,
  notice,
  children,
}: {
  readonly title: string;
  /** The reason the visitor came here, above everything else. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}) {
  const href = useRouterState({ select: (state) => state.location.href });
  return (
    <SheetPage
      head={
        <Link to="/">
          <Logo />
        </Link>
      }
    >
      <title>{`${title} · Blueprint`}</title>
      <div className="grid gap-3">
        {notice}
        <h1 className="text-title font-strong">{title}</h1>
        <p className="text-ink-soft">{children}</p>
        <div className="mt-2">
          <Button variant="primary" asChild>
            <Link to="/login" onClick={() => storeDestination(href)}>
              Sign in
            </Link>
          </Button>
        </div>
      </div>
    </SheetPage>
  );
}
