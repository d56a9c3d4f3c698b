import type { UploadSnapshot } from "@blueprint/uploads/upload";
import { formatBytes, formatDuration, formatPercent, formatSpeed } from "../../../lib/format.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { ProgressLine } from "./progress-line.tsx";

/** An upload from this page. */
export function UploadProgress({ name, upload }: { readonly name: string; readonly upload: UploadSnapshot }) {
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
      {state === "pausing" ? <ProgressLine>Pausing</ProgressLine> : null}
      {state === "paused" ? <ProgressLine>Paused. Your progress is saved.</ProgressLine> : null}
      {state === "canceling" ? <ProgressLine>Cancelling</ProgressLine> : null}
      {comparedBytes === null || uploadedBytes === 0 ? null : (
        <ProgressLine>
          Comparing the file with what was uploaded, {formatPercent(comparedBytes / uploadedBytes)}
        </ProgressLine>
      )}
      {isFollowing ? <ProgressLine>Another tab or device is uploading this file.</ProgressLine> : null}
      {retry === null ? null : <ProgressLine>{retry.error.message} We'll retry automatically.</ProgressLine>}
      {state === "error" && upload.error !== null ? (
        <p role="alert" className="text-caption text-danger">
          {upload.error.message}
        </p>
      ) : null}
    </div>
  );
}
