import type { Scan } from "@blueprint/contract/scans";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { isSettled } from "../scan-facts.ts";
import { type Transfer, transfers } from "../transfers.store.ts";
import { ScanActions } from "./scan-actions.tsx";
import { ScanProgress } from "./scan-progress.tsx";
import { ScanStateBadge } from "./scan-state-badge.tsx";

/** One upload or conversion in the tray. */
export function TransferItem({ transfer, scan }: { readonly transfer: Transfer; readonly scan: Scan | undefined }) {
  return (
    <li className="grid gap-2 border-b border-hairline px-4 py-3 last:border-b-0">
      <div className="flex items-start justify-between gap-2">
        <div className="grid min-w-0 gap-1">
          <p className="truncate font-strong">{transfer.fileName}</p>
          <p className="flex min-w-0 items-center gap-2">
            <ScanStateBadge scan={scan} transfer={transfer} />
            {transfer.blueprintName === "" ? null : (
              <Link
                to="/blueprint-editor/{-$id}"
                params={{ id: transfer.blueprintId }}
                className="truncate text-caption text-accent underline-offset-2 hover:underline"
              >
                {transfer.blueprintName}
              </Link>
            )}
          </p>
        </div>
        {scan !== undefined && isSettled(scan) ? (
          <IconButton
            label={`Close ${transfer.fileName}`}
            icon={X}
            size="small"
            className="-mr-1.5"
            onClick={() => transfers.forget(transfer.scanId)}
          />
        ) : null}
      </div>
      <ScanProgress scan={scan} transfer={transfer} />
      {scan?.state === "ready" ? null : <ScanActions scan={scan} transfer={transfer} canUpload canDownload />}
    </li>
  );
}
