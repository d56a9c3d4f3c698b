import { scanProblems } from "@blueprint/contract/scan-problems";
import type { Scan } from "@blueprint/contract/scans";
import { formatDuration, formatPercent } from "../../../lib/format.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { describeDetail, stageLabels, summariseScan } from "../scan-facts.ts";
import type { Transfer } from "../transfers.store.ts";
import { ProgressLine } from "./progress-line.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { WaitingUpload } from "./waiting-upload.tsx";

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
  if (scan === undefined) return <ProgressLine>{transfer?.journaled ? "Interrupted" : "Loading"}</ProgressLine>;
  switch (scan.state) {
    case "uploading":
      return <WaitingUpload scan={scan} transfer={transfer} />;
    case "queued":
      return (
        <ProgressLine>
          {scan.delivery === null ? "Uploaded. Waiting for the converter." : `Waiting for the converter. ${stillShown}`}
        </ProgressLine>
      );
    case "processing":
      return <Conversion scan={scan} />;
    case "ready":
      return <Ready scan={scan} />;
    case "failed":
      return <Problem scan={scan} />;
    case "cancelled":
      return (
        <ProgressLine>
          Cancelled. {isComplete(scan) ? "The original is kept." : "Nothing was kept."}{" "}
          {scan.delivery === null ? null : stillShown}
        </ProgressLine>
      );
  }
}

/** Whether the server has the whole original. */
export function isComplete({ uploadedBytes, sizeBytes }: Scan): boolean {
  return uploadedBytes === sizeBytes;
}

function Ready({ scan }: { readonly scan: Scan }) {
  const detail = describeDetail(scan);
  return (
    <div className="grid gap-0.5">
      <ProgressLine>{summariseScan(scan)}</ProgressLine>
      {detail === null ? null : <ProgressLine>{detail}</ProgressLine>}
    </div>
  );
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
      {scan.delivery === null ? null : <ProgressLine>{stillShown}</ProgressLine>}
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
