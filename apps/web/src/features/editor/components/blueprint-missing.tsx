import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { SheetPage } from "../../../ui/sheet-page.tsx";

/** Gives the same answer for a blueprint that doesn't exist and one that belongs to another team. */
export function BlueprintMissing({ unsent }: { readonly unsent?: ReactNode }) {
  return (
    <SheetPage
      head={
        <Link to="/dashboard" aria-label="Blueprint, go to your blueprints">
          <Logo />
        </Link>
      }
    >
      <title>Blueprint not found</title>
      <div className="grid gap-3">
        <h1 className="text-title font-strong text-balance">Blueprint not found</h1>
        <p className="text-pretty">This blueprint doesn't exist, or you don't have access to it.</p>
        <p className="text-ink-soft text-pretty">
          If a teammate sent you this link, ask them to invite you to their team.
        </p>
        {unsent}
        <Button asChild variant="primary" className="mt-3 justify-self-start">
          <Link to="/dashboard">Go to your blueprints</Link>
        </Button>
      </div>
    </SheetPage>
  );
}
