import type { Scan } from "@blueprint/contract/scans";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import type { Transfer } from "../transfers.store.ts";

/** A scan's state in one word. */
export function ScanStateBadge({
  scan,
  transfer,
}: {
  readonly scan: Scan | undefined;
  readonly transfer: Transfer | undefined;
}) {
  const [label, tone] = toLook(scan, transfer);
  return <Badge tone={tone}>{label}</Badge>;
}

function toLook(scan: Scan | undefined, transfer: Transfer | undefined): readonly [string, BadgeTone] {
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
  // Sent from another tab or device, or left there: which of the two cannot be told from here.
  if (transfer === undefined) return ["Incomplete", "attention"];
  switch (transfer.upload?.state) {
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
