import type { Scan, ScanUpload } from "@blueprint/contract/scans";
import { type ReactNode, useRef, useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { findScanUpload, useCancelScan, useDownloadOriginal, useRetryScan } from "../scans.queries.ts";
import { type Transfer, transfers } from "../transfers.store.ts";
import { useScanUpload } from "../use-scan-upload.ts";
import { AnswerAgain } from "./answer-again.tsx";
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
  const complain = (title: string) => (error: Error) => {
    toasts.add({ title, description: readableError(error), variant: "destructive" });
  };

  const scanId = scan?.id ?? transfer?.scanId;
  if (scanId === undefined) return null;
  const upload = transfer?.upload;
  const isUploading = scan === undefined ? transfer !== undefined : scan.state === "uploading";

  const cancel = async () => {
    await transfers.cancel(scanId);
    cancelScan.mutate(scanId, { onError: complain("Couldn't cancel the scan") });
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
      onClick={() => download.mutate(scanId, { onError: complain("Couldn't download the original") })}
    >
      Download original
    </Button>
  ) : null;
  const retryButton = (label: string) => (
    <Button
      size="small"
      busy={retryScan.isPending}
      onClick={() => retryScan.mutate(scanId, { onError: complain("Couldn't restart the scan") })}
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

/** Resumes an interrupted upload from this or another device, with the file's handle or with the file chosen again. */
function FileAgain({ scan, transfer }: { readonly scan: Scan | undefined; readonly transfer: Transfer | undefined }) {
  const upload = useScanUpload(scan, transfer);
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<string | null>(null);
  const fileName = scan?.fileName ?? transfer?.fileName ?? "";
  const anotherFile = `This is a different file. Choose ${fileName}.`;

  const goOn = async (file?: File) => {
    setMessage(null);
    if (transfer?.session) {
      const outcome = await transfers.reconnect(transfer.scanId, file);
      if (outcome === "another-file") setMessage(anotherFile);
      // There is no file yet, and the browser can't reopen it: ask the user.
      else if (outcome === "file-needed") input.current?.click();
      return;
    }
    if (file === undefined) input.current?.click();
    else if (scan === undefined) setMessage("The scan is still loading. Try again in a moment.");
    else if (file.size !== scan.sizeBytes || file.name !== scan.fileName) setMessage(anotherFile);
    else {
      // The server knows where to resume, whichever device started the upload; without a session, the upload restarts
      // under the same scan.
      const left = await findScanUpload(scan.id);
      const blueprintName = transfer?.blueprintName ?? "";
      if (left === null) transfers.begin(scan, blueprintName, file);
      else transfers.takeOver(scan, blueprintName, file, left);
    }
  };
  const goOnOrSay = (file?: File) => goOn(file).catch((error: unknown) => setMessage(readableError(error)));

  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={`File ${fileName} again`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) void goOnOrSay(file);
        }}
      />
      <Button size="small" onClick={() => void goOnOrSay()}>
        {transfer?.session?.handle ? "Resume" : toFileLabel(upload)}
      </Button>
      {message === null ? null : (
        <p role="alert" className="basis-full text-caption text-danger">
          {message}
        </p>
      )}
    </>
  );
}

function toFileLabel(upload: ScanUpload | null | undefined): string {
  if (upload === null) return "Choose file to start";
  return upload?.isReceiving ? "Choose file to take over" : "Choose file to resume";
}
