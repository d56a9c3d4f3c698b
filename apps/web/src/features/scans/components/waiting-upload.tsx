import { errorCatalogue } from "@blueprint/contract/errors";
import { limits } from "@blueprint/contract/limits";
import type { Scan, ScanUpload } from "@blueprint/contract/scans";
import { formatPercent } from "../../../lib/format.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { Transfer } from "../transfers.store.ts";
import { useScanUpload } from "../use-scan-upload.ts";
import { ProgressLine } from "./progress-line.tsx";

/** The server expects bytes that this page is not sending. */
export function WaitingUpload({ scan, transfer }: { readonly scan: Scan; readonly transfer: Transfer | undefined }) {
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
      <ProgressLine>
        {isSent ? "Uploaded. Waiting for the converter." : describeWaiting(scan, upload, fraction)}
      </ProgressLine>
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
