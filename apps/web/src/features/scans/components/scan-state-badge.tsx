import type { Scan } from "@blueprint/contract/scans";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import type { Transfer } from "../transfers.store.ts";
import { useScanUpload } from "../use-scan-upload.ts";

/** A scan's state in one word. */
export function ScanStateBadge({
  scan,
  transfer,
}: {
  readonly scan: Scan | undefined;
  readonly transfer: Transfer | undefined;
}) {
  const upload = useScanUpload(scan, transfer);
  const [label, tone] = toLook(scan, transfer, upload?.isReceiving === true);
  return <Badge tone={tone}>{label}</Badge>;
}

function toLook(
  scan: Scan | undefined,
  transfer: Transfer | undefined,
  isSentElsewhere: boolean,
): readonly [string, BadgeTone] {
  switch (scan?.state) {
    case "ready":
      return ["Ready", "good"];
    case "failed":
      return ["Failed", "danger"];
    case "cancelled":
      return ["Cancelled", "neutral"];
    case "queued":
      return ["Queued", "neutral"];
    case "processing":
      return ["Converting", "accent"];
    default:
      break;
  }
  if (isSentElsewhere) return ["Uploading", "accent"];
  switch (transfer?.upload?.state) {
    case "paused":
    case "pausing":
      return ["Paused", "attention"];
    case "error":
      return ["Stopped", "danger"];
    case "success":
      return ["Queued", "neutral"];
    case undefined:
      return ["Interrupted", "attention"];
    default:
      return ["Uploading", "accent"];
  }
}
