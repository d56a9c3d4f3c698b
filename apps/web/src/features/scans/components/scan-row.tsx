import { limits } from "@blueprint/contract/limits";
import type { Scan } from "@blueprint/contract/scans";
import { Trash2 } from "lucide-react";
import { complain } from "../../../lib/complain.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { isSettled } from "../scan-facts.ts";
import { useDeleteScan, useRestoreScan } from "../scans.queries.ts";
import { transfers, useTransfer } from "../transfers.store.ts";
import { ScanActions } from "./scan-actions.tsx";
import { isComplete, ScanProgress } from "./scan-progress.tsx";
import { ScanStateBadge } from "./scan-state-badge.tsx";

/** One scan of a blueprint: its facts, its progress and its actions. */
export function ScanRow({
  scan,
  canUpload,
  canDownload,
}: {
  readonly scan: Scan;
  readonly canUpload: boolean;
  readonly canDownload: boolean;
}) {
  const transfer = useTransfer(scan.id);
  const deleteScan = useDeleteScan();
  const restoreScan = useRestoreScan();
  // The row unmounts with the scan, possibly before the response arrives: mutation callbacks wouldn't run, promises do.
  const restore = () =>
    void restoreScan.mutateAsync(scan.id).catch((error: Error) => complain("Couldn't restore the scan", error));
  const remove = async () => {
    try {
      await deleteScan.mutateAsync(scan);
    } catch (error) {
      complain("Couldn't remove the scan", error);
      return;
    }
    transfers.forget(scan.id);
    toasts.add({
      title: `${scan.fileName} removed`,
      ...(isComplete(scan)
        ? {
            description: `You can restore it for ${limits.binKeptDays} days. Published versions still show it.`,
            action: { label: "Undo", run: restore },
          }
        : { description: "Its upload never finished, so nothing was kept." }),
    });
  };
  return (
    <li className="grid gap-2 border-b border-hairline py-3 last:border-b-0">
      <div className="flex items-start gap-3">
        {scan.delivery === null ? null : (
          <img
            src={scan.delivery.previewUrl}
            alt=""
            width={64}
            height={40}
            loading="lazy"
            className="h-10 w-16 shrink-0 border border-hairline bg-sunken object-cover"
          />
        )}
        <div className="grid min-w-0 flex-1 justify-items-start gap-1">
          <h3 className="w-full truncate font-strong" title={scan.fileName}>
            {scan.fileName}
          </h3>
          <ScanStateBadge scan={scan} transfer={transfer} />
        </div>
        {canUpload && isSettled(scan) ? (
          <IconButton
            label={`Remove ${scan.fileName}`}
            icon={Trash2}
            size="small"
            className="-mr-1.5"
            disabled={deleteScan.isPending}
            onClick={() => void remove()}
          />
        ) : null}
      </div>
      <ScanProgress scan={scan} transfer={transfer} />
      <ScanActions scan={scan} transfer={transfer} canUpload={canUpload} canDownload={canDownload} />
    </li>
  );
}
