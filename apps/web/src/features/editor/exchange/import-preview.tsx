import { formatAmount } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { describePlan, type ImportPlan } from "./plan-import.ts";

export type FilePlan = ImportPlan & { readonly fileName: string };

const shownMax = 30;

/** What a file would add and change, and which of its lines can't be read. */
export function ImportPreview({
  plan,
  onCancel,
  onImport,
}: {
  readonly plan: FilePlan;
  readonly onCancel: () => void;
  readonly onImport: () => void;
}) {
  return (
    <div className="grid gap-3">
      <p aria-live="polite">
        <strong className="font-strong">{plan.fileName}</strong>: {describePlan(plan)}.
      </p>
      {plan.problems.length === 0 ? null : (
        <ul aria-label="Lines with problems" className="max-h-48 overflow-y-auto rounded-sharp border border-line">
          {plan.problems.slice(0, shownMax).map(({ line, field, message }) => (
            <li key={`${line} ${field}`} className="flex gap-3 px-3 py-1.5 not-last:border-b not-last:border-hairline">
              <span className="shrink-0 font-mono text-caption leading-6 text-ink-soft">line {line}</span>
              <span className="min-w-0 break-words">
                <span className="font-mono">{field}</span>: {message}
              </span>
            </li>
          ))}
          {plan.problems.length > shownMax ? (
            <li className="px-3 py-1.5 text-ink-soft">And {plan.problems.length - shownMax} more.</li>
          ) : null}
        </ul>
      )}
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          Choose another file
        </Button>
        <Button variant="primary" disabled={plan.rows.length === 0} onClick={onImport}>
          {plan.problems.length === 0 ? "Import" : `Import ${formatAmount(plan.rows.length, "valid row")}`}
        </Button>
      </DialogActions>
    </div>
  );
}
