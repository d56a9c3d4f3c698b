import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button } from "../../../ui/button.tsx";
import { measurement, useMeasurementChoice } from "../measurement.store.ts";
import { toMeasuredPage } from "../page-view.ts";

/** Counts the public pages somebody opens once they agreed, and asks them on the first of these. */
export function MeasurementNote() {
  // Where the router has arrived: an alias on the way is no page.
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
          May your visit be counted?
        </h2>
        <p className="text-pretty text-ink-soft">
          With your yes, each public page you open here is told to Google Analytics: its address without anything behind
          it, and a random number for this browser. No name and no cookie.{" "}
          <Link to="/privacy" hash="counting" className="text-ink underline underline-offset-2">
            Change it later
          </Link>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => measurement.refuse()}>No</Button>
        <Button onClick={() => measurement.agree()}>Yes, count it</Button>
      </div>
    </section>
  );
}
