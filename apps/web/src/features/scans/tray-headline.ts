import type { ScanId } from "@blueprint/contract/ids";
import type { Scan } from "@blueprint/contract/scans";
import { formatAmount, formatPercent } from "../../lib/format.ts";
import type { Transfer } from "./transfers.store.ts";

/**
 * The tray's one-line summary: what is running first, then what waits for the user, then what is done.
 * @param sentElsewhere scans that another tab or device is uploading right now
 */
export function toTrayHeadline(
  transfers: readonly Transfer[],
  scans: ReadonlyMap<ScanId, Scan>,
  sentElsewhere: ReadonlySet<ScanId>,
): string {
  const sending = transfers.filter(
    ({ upload, scanId }) => upload?.state === "running" && (scans.get(scanId)?.state ?? "uploading") === "uploading",
  );
  if (sending.length > 0) {
    const sent = sending.reduce((bytes, { upload }) => bytes + upload!.uploadedBytes + upload!.inFlightBytes, 0);
    const total = sending.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
    return `Uploading ${formatAmount(sending.length, "scan")}, ${formatPercent(total === 0 ? 1 : sent / total)}`;
  }
  const inState = (...states: readonly Scan["state"][]) =>
    transfers.flatMap(({ scanId }) => scans.get(scanId) ?? []).filter(({ state }) => states.includes(state));
  const converting = inState("queued", "processing");
  if (converting.length > 0) {
    if (converting.every(({ state }) => state === "queued"))
      return `${formatAmount(converting.length, "scan")} waiting for the converter`;
    const done = converting.reduce((sum, { progress }) => sum + (progress?.fraction ?? 0), 0) / converting.length;
    return `Converting ${formatAmount(converting.length, "scan")}, ${formatPercent(done)}`;
  }
  const incomplete = transfers.filter(
    ({ scanId, upload }) => upload?.state !== "success" && (scans.get(scanId)?.state ?? "uploading") === "uploading",
  );
  const waiting = incomplete.filter(({ scanId }) => !sentElsewhere.has(scanId));
  if (waiting.length > 0) {
    const isPaused = waiting.every(({ upload }) => upload?.state === "paused" || upload?.state === "pausing");
    return `${formatAmount(waiting.length, "upload")} ${isPaused ? "paused" : "interrupted"}`;
  }
  if (incomplete.length > 0) return `${formatAmount(incomplete.length, "upload")} from another tab or device`;
  const failed = inState("failed");
  if (failed.length > 0) return `${formatAmount(failed.length, "scan")} failed`;
  const ready = inState("ready");
  if (ready.length > 0) return `${formatAmount(ready.length, "scan")} ready`;
  return formatAmount(transfers.length, "upload");
}
