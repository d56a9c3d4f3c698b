import type { Blueprint } from "@blueprint/contract/blueprints";
import { Link } from "@tanstack/react-router";
import { describeScanRefusal } from "../features/scans/scans.queries.ts";
import { readableError } from "../lib/readable-error.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Creates the blueprint, and says what went wrong. Stays in view however long the form is. */
export function NewBlueprintActions({
  made,
  isBusy,
  isBlocked,
  blueprintError,
  scanError,
}: {
  /** The blueprint, if it exists and only its scan is missing. */
  readonly made: Blueprint | null;
  readonly isBusy: boolean;
  readonly isBlocked: boolean;
  readonly blueprintError: Error | null;
  readonly scanError: Error | null;
}) {
  return (
    <div className="sticky bottom-0 z-10 mt-8 grid gap-4 border-t border-hairline bg-paper py-4 max-md:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] max-md:py-2.5">
      {blueprintError ? <Notice tone="danger">{readableError(blueprintError)}</Notice> : null}
      {scanError && made ? (
        <Notice
          tone="danger"
          action={
            <Button asChild>
              <Link to="/blueprint-editor/{-$id}" params={{ id: made.id }}>
                Open without a scan
              </Link>
            </Button>
          }
        >
          {made.name} was created, but its scan wasn't accepted. {describeScanRefusal(scanError)}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="large" busy={isBusy} disabled={isBlocked}>
          {made === null ? "Create blueprint" : "Try again"}
        </Button>
        <Button variant="quiet" asChild>
          <Link to="/dashboard">Back</Link>
        </Button>
      </div>
    </div>
  );
}
