import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { complain } from "../../../lib/complain.ts";
import { formatDate } from "../../../lib/format.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { removedScansQuery, useRestoreScan } from "../scans.queries.ts";

/** Removed scans that can be restored; empty if there are none. */
export function RemovedScans({ blueprintId }: { readonly blueprintId: BlueprintId }) {
  const { data: removed = [] } = useQuery(removedScansQuery(blueprintId));
  const restore = useRestoreScan();
  if (removed.length === 0) return null;
  return (
    <details className="rounded-sharp border border-hairline">
      <summary className="cursor-pointer px-3 py-2 text-ink-soft">Removed scans ({removed.length})</summary>
      <ul className="divide-y divide-hairline border-t border-hairline">
        {removed.map((scan) => (
          <li key={scan.id} className="flex items-center justify-between gap-3 px-3 py-2">
            <span className="grid min-w-0">
              <span className="truncate" title={scan.fileName}>
                {scan.fileName}
              </span>
              <span className="text-caption text-ink-soft">Kept until {formatDate(scan.removedAt)}</span>
            </span>
            <Button
              size="small"
              aria-label={`Restore ${scan.fileName}`}
              busy={restore.isPending && restore.variables === scan.id}
              onClick={() =>
                runMutation(restore, scan.id, {
                  onSuccess: () => toasts.add({ title: `${scan.fileName} restored` }),
                  onError: (error) => complain("Couldn't restore the scan", error),
                })
              }
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
