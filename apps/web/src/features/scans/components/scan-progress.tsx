import { errorCatalogue } from "@blueprint/contract/errors";
import { limits } from "@blueprint/contract/limits";
import { scanProblems } from "@blueprint/contract/scan-problems";
import type { Scan, ScanUpload } from "@blueprint/contract/scans";
import type { UploadSnapshot } from "@blueprint/uploads/upload";
import type { ReactNode } from "react";
import { formatBytes, formatDuration, formatPercent, formatSpeed } from "../../../lib/format.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { stageLabels, summariseScan } from "../scan-facts.ts";
import type { Transfer } from "../transfers.store.ts";
import { useScanUpload } from "../use-scan-upload.ts";

/** For a scan that is being reconverted. */
const stillShown = "The previous version is shown.";

/** A scan's progress from the first byte to the 3D view: actual figures only. */
export function ScanProgress({
  scan,
  transfer,
}: {
  readonly scan: Scan | undefined;
  readonly transfer: Transfer | undefined;
}) {
  const upload = transfer?.upload;
  const isSending = upload && upload.state !== "success" && (scan === undefined || scan.state === "uploading");
  if (isSending) return <UploadProgress name={transfer.fileName} upload={upload} />;
  if (scan === undefined) return <Line>{transfer?.session ? "Interrupted" : "Loading"}</Line>;
  switch (scan.state) {
    case "uploading":
      return <WaitingUpload scan={scan} transfer={transfer} />;
    case "queued":
      return (
        <Line>
          {scan.delivery === null ? "Uploaded. Waiting for the converter." : `Waiting for the converter. ${stillShown}`}
        </Line>
      );
    case "processing":
      return <Conversion scan={scan} />;
    case "ready":
      return <Line>{summariseScan(scan)}</Line>;
    case "failed":
      return <Problem scan={scan} />;
    case "cancelled":
      return (
        <Line>
          Cancelled. {isComplete(scan) ? "The original is kept." : "Nothing was kept."}{" "}
          {scan.delivery === null ? null : stillShown}
        </Line>
      );
  }
}

/** Whether the server has the whole original. */
export function isComplete({ uploadedBytes, sizeBytes }: Scan): boolean {
  return uploadedBytes === sizeBytes;
}

function Line({ children }: { readonly children: ReactNode }) {
  return <p className="text-caption text-ink-soft">{children}</p>;
}

function UploadProgress({ name, upload }: { readonly name: string; readonly upload: UploadSnapshot }) {
  const {
    state,
    uploadedBytes,
    inFlightBytes,
    totalBytes,
    bytesPerSecond,
    secondsLeft,
    retry,
    comparedBytes,
    isFollowing,
  } = upload;
  const sentBytes = uploadedBytes + inFlightBytes;
  return (
    <div className="grid gap-1.5">
      <ProgressBar
        label={`Upload of ${name}`}
        fraction={totalBytes === 0 ? 0 : sentBytes / totalBytes}
        tone={state === "error" ? "danger" : state === "running" && retry === null ? "accent" : "attention"}
      />
      <p className="flex flex-wrap justify-between gap-x-4 font-mono text-caption text-ink-soft">
        <span>
          {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
        </span>
        <span>
          {state === "running" && bytesPerSecond !== null ? formatSpeed(bytesPerSecond) : null}
          {state === "running" && secondsLeft !== null ? `, ${formatDuration(secondsLeft)} left` : null}
        </span>
      </p>
      {state === "pausing" ? <Line>Pausing</Line> : null}
      {state === "paused" ? <Line>Paused. Your progress is saved.</Line> : null}
      {state === "canceling" ? <Line>Cancelling</Line> : null}
      {comparedBytes === null || uploadedBytes === 0 ? null : (
        <Line>Comparing the file with what was uploaded, {formatPercent(comparedBytes / uploadedBytes)}</Line>
      )}
      {isFollowing ? <Line>Another tab or device is uploading this file.</Line> : null}
      {retry === null ? null : <Line>{retry.error.message} We'll retry automatically.</Line>}
      {state === "error" && upload.error !== null ? (
        <p role="alert" className="text-caption text-danger">
          {upload.error.message}
        </p>
      ) : null}
    </div>
  );
}

/** The server expects bytes that this page is not sending. */
function WaitingUpload({ scan, transfer }: { readonly scan: Scan; readonly transfer: Transfer | undefined }) {
  const upload = useScanUpload(scan, transfer);
  const isSent = transfer?.upload?.state === "success";
  const receivedBytes = upload?.receivedBytes ?? scan.uploadedBytes;
  const fraction = isSent || scan.sizeBytes === 0 ? 1 : receivedBytes / scan.sizeBytes;
  return (
    <div className="grid gap-1.5">
      <ProgressBar
        label={`Upload of ${scan.fileName}`}
        fraction={fraction}
        tone={isSent || upload?.isReceiving ? "accent" : "attention"}
      />
      <Line>{isSent ? "Uploaded. Waiting for the converter." : describeWaiting(scan, upload, fraction)}</Line>
    </div>
  );
}

function describeWaiting(scan: Scan, upload: ScanUpload | null | undefined, fraction: number): string {
  if (upload === undefined) return `${formatPercent(fraction)} arrived so far.`;
  if (upload?.isReceiving) return `${formatPercent(fraction)} arrived. Uploading from another tab or device.`;
  if (upload !== null) return `Uploading was interrupted at ${formatPercent(fraction)}. Your progress is saved.`;
  const isTooOld = Date.now() - Date.parse(scan.createdAt) > limits.uploadIdleDaysMax * 24 * 3_600_000;
  return isTooOld ? errorCatalogue["upload-not-found"].message : "Nothing uploaded yet.";
}

function Conversion({ scan }: { readonly scan: Scan }) {
  const { progress } = scan;
  const fraction = progress?.fraction ?? 0;
  return (
    <div className="grid gap-1.5">
      <ProgressBar
        label={`Conversion of ${scan.fileName}`}
        fraction={fraction}
        valueText={progress === null ? "Starting" : `${stageLabels[progress.stage]}, ${formatPercent(fraction)}`}
      />
      <p className="flex flex-wrap justify-between gap-x-4 text-caption text-ink-soft">
        <span>{progress === null ? "Starting the converter" : stageLabels[progress.stage]}</span>
        <span className="font-mono">
          {formatPercent(fraction)}
          {progress?.secondsLeft === undefined ? null : `, ${formatDuration(progress.secondsLeft)} left`}
        </span>
      </p>
      {scan.delivery === null ? null : <Line>{stillShown}</Line>}
    </div>
  );
}

function Problem({ scan }: { readonly scan: Scan }) {
  const problem = scanProblems[scan.problem ?? "scan-converter-crashed"];
  return (
    <div className="grid gap-0.5 text-caption">
      <p className="font-strong text-danger">{problem.cause}</p>
      <p className="text-ink-soft">{problem.remedy}</p>
      {scan.delivery === null ? null : <p className="text-ink-soft">{stillShown}</p>}
    </div>
  );
}
