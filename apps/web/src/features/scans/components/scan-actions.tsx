import type { Scan } from "@blueprint/contract/scans";
import type { ReactNode } from "react";
import { complain } from "../../../lib/complain.ts";
import { Button } from "../../../ui/button.tsx";
import { useCancelScan, useDownloadOriginal, useRetryScan } from "../scans.queries.ts";
import { type Transfer, transfers } from "../transfers.store.ts";
import { AnswerAgain } from "./answer-again.tsx";
import { FileAgain } from "./file-again.tsx";
import { isComplete } from "./scan-progress.tsx";

/** Actions on a scan in its current state. */
export function ScanActions({
  scan,
  transfer,
  canUpload,
  canDownload,
}: {
  readonly scan: Scan | undefined;
  readonly transfer: Transfer | undefined;
  readonly canUpload: boolean;
  /** Whether the user may download the original; not every viewer may. */
  readonly canDownload: boolean;
}) {
  const cancelScan = useCancelScan();
  const retryScan = useRetryScan();
  const download = useDownloadOriginal();

  const scanId = scan?.id ?? transfer?.scanId;
  if (scanId === undefined) return null;
  const upload = transfer?.upload;
  const isUploading = scan === undefined ? transfer !== undefined : scan.state === "uploading";

  const cancel = async () => {
    await transfers.cancel(scanId);
    cancelScan.mutate(scanId, { onError: (error) => complain("Couldn't cancel the scan", error) });
  };
  const cancelButton = (label: string) => (
    <Button size="small" busy={cancelScan.isPending} onClick={() => void cancel()}>
      {label}
    </Button>
  );
  const downloadButton = canDownload ? (
    <Button
      size="small"
      busy={download.isPending}
      onClick={() => download.mutate(scanId, { onError: (error) => complain("Couldn't download the original", error) })}
    >
      Download original
    </Button>
  ) : null;
  const retryButton = (label: string) => (
    <Button
      size="small"
      busy={retryScan.isPending}
      onClick={() => retryScan.mutate(scanId, { onError: (error) => complain("Couldn't restart the scan", error) })}
    >
      {label}
    </Button>
  );

  if (isUploading) {
    if (!canUpload || upload?.state === "success" || upload?.state === "canceling") return null;
    return (
      <Row>
        {upload?.state === "running" && !upload.isFollowing ? (
          <Button size="small" onClick={() => transfers.pause(scanId)}>
            Pause
          </Button>
        ) : null}
        {upload?.state === "paused" || upload?.state === "pausing" ? (
          <Button size="small" onClick={() => transfers.resume(scanId)}>
            Resume
          </Button>
        ) : null}
        {upload == null || upload.state === "error" ? <FileAgain scan={scan} transfer={transfer} /> : null}
        {cancelButton("Cancel upload")}
      </Row>
    );
  }
  switch (scan?.state) {
    case "queued":
    case "processing":
      return canUpload ? <Row>{cancelButton("Cancel conversion")}</Row> : null;
    case "ready":
      return (
        <Row>
          {canUpload ? <AnswerAgain scan={scan} /> : null}
          {downloadButton}
        </Row>
      );
    case "failed":
      return (
        <Row>
          {canUpload ? retryButton("Try again") : null}
          {canUpload && isComplete(scan) ? <AnswerAgain scan={scan} /> : null}
          {isComplete(scan) ? downloadButton : null}
        </Row>
      );
    case "cancelled":
      return isComplete(scan) ? (
        <Row>
          {canUpload ? retryButton("Start again") : null}
          {canUpload ? <AnswerAgain scan={scan} /> : null}
          {downloadButton}
        </Row>
      ) : null;
    default:
      return null;
  }
}

function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap gap-1.5">{children}</div>;
}
