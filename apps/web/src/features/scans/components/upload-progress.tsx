import type { UploadSnapshot } from "@blueprint/uploads/upload";
import type { ReactNode } from "react";
import { formatBytes, formatDuration, formatPercent, formatSpeed } from "../../../lib/format.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { ProgressLine } from "./progress-line.tsx";

/**
 * An upload from this page. Whatever its state, it has the same three lines, so that the buttons below stay where a
 * hand is about to press them.
 */
export function UploadProgress({ name, upload }: { readonly name: string; readonly upload: UploadSnapshot }) {
  const { state, uploadedBytes, inFlightBytes, totalBytes, bytesPerSecond, retry } = upload;
  const sentBytes = uploadedBytes + inFlightBytes;
  return (
    <div className="grid gap-1.5">
      <ProgressBar
        label={`Upload of ${name}`}
        fraction={totalBytes === 0 ? 0 : sentBytes / totalBytes}
        tone={state === "error" ? "danger" : state === "running" && retry === null ? "accent" : "attention"}
      />
      <p className="flex justify-between gap-x-4 font-mono text-caption whitespace-nowrap text-ink-soft">
        <span>
          {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
        </span>
        {state === "running" && bytesPerSecond !== null ? <span>{formatSpeed(bytesPerSecond)}</span> : null}
      </p>
      {upload.error !== null && state === "error" ? (
        <p role="alert" className="text-caption text-danger">
          {upload.error.message}
        </p>
      ) : (
        <ProgressLine>{describe(upload)}</ProgressLine>
      )}
    </div>
  );
}

function describe(upload: UploadSnapshot): ReactNode {
  const { state, uploadedBytes, secondsLeft, retry, comparedBytes, isFollowing } = upload;
  if (state === "pausing") return "Pausing";
  if (state === "paused") return "Paused. Your progress is saved.";
  if (state === "canceling") return "Cancelling";
  if (retry !== null) return `${retry.error.message} We'll retry automatically.`;
  if (comparedBytes !== null && uploadedBytes > 0) {
    return `Comparing the file with what was uploaded, ${formatPercent(comparedBytes / uploadedBytes)}`;
  }
  if (isFollowing) return "Another tab or device is uploading this file.";
  return secondsLeft === null ? "Uploading" : `${formatDuration(secondsLeft)} left`;
}
