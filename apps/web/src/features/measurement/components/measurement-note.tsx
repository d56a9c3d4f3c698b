import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button } from "../../../ui/button.tsx";
import { measurement, useMeasurementChoice } from "../measurement.store.ts";
import { toMeasuredPage } from "../page-view.ts";

/** Counts views of public pages after consent, and asks for consent on the first one. */
export function MeasurementNote() {
  // Uses the router's resolved location: an alias that redirects is not a page.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? null });
  const page = pathname === null ? null : toMeasuredPage(pathname);
  const choice = useMeasurementChoice();

  useEffect(() => {
    if (page !== null && choice === "agreed") measurement.notePage(page);
  }, [page, choice]);

  if (page === null || choice !== "unasked") return null;
  return (
    <section
      aria-labelledby="measurement-title"
      className="fixed inset-x-3 bottom-3 z-30 grid animate-rise gap-3 border border-line bg-sheet p-4 shadow-overlay sm:right-auto sm:left-4 sm:bottom-4 sm:w-96"
    >
      <div className="grid gap-1.5">
        <h2 id="measurement-title" className="font-strong">
          Can we count your visit?
        </h2>
        <p className="text-pretty text-ink-soft">
          If you agree, we send Google Analytics the address of each public page you open, without its parameters, and a
          random number for this browser. No name, no cookies.{" "}
          <Link to="/privacy" hash="counting" className="text-ink underline underline-offset-2">
            Change it later
          </Link>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => measurement.refuse()}>Decline</Button>
        <Button onClick={() => measurement.agree()}>Agree</Button>
      </div>
    </section>
  );
}
