import type { ScanId } from "@blueprint/contract/ids";
import type { Scan, ScanUpload } from "@blueprint/contract/scans";
import { useQueries, useQuery } from "@tanstack/react-query";
import { scanUploadQuery } from "./scans.queries.ts";
import type { Transfer } from "./transfers.store.ts";

/**
 * Server state of an upload that this page isn't sending: another tab or device is, or it was interrupted. Null if
 * there is none to resume, undefined if not requested or still loading.
 */
export function useScanUpload(scan: Scan | undefined, transfer: Transfer | undefined): ScanUpload | null | undefined {
  const isAsked = isLeftToOthers(scan, transfer);
  const upload = useQuery({ ...scanUploadQuery(scan?.id ?? ("" as ScanId)), enabled: isAsked });
  return isAsked ? upload.data : undefined;
}

/** Scans that another tab or device is uploading right now. */
export function useSentElsewhere(
  transfers: readonly Transfer[],
  scans: ReadonlyMap<ScanId, Scan>,
): ReadonlySet<ScanId> {
  const left = transfers.filter((transfer) => isLeftToOthers(scans.get(transfer.scanId), transfer));
  const uploads = useQueries({ queries: left.map(({ scanId }) => scanUploadQuery(scanId)) });
  return new Set(left.filter((_, index) => uploads[index]?.data?.isReceiving).map(({ scanId }) => scanId));
}

function isLeftToOthers(scan: Scan | undefined, transfer: Transfer | undefined): boolean {
  const state = transfer?.upload?.state;
  return scan?.state === "uploading" && (state === undefined || state === "error");
}
