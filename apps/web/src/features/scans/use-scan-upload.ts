import type { ScanId } from "@blueprint/contract/ids";
import type { Scan, ScanUpload } from "@blueprint/contract/scans";
import { useQueries, useQuery } from "@tanstack/react-query";
import { scanUploadQuery } from "./scans.queries.ts";
import type { Transfer } from "./transfers.store.ts";

/**
 * How the upload of a scan stands on the server while this page is not sending it: from another tab or device, or
 * interrupted. Null when there is none to go on with, undefined when that is not asked or not known yet.
 */
export function useScanUpload(scan: Scan | undefined, transfer: Transfer | undefined): ScanUpload | null | undefined {
  const isAsked = isLeftToOthers(scan, transfer);
  const upload = useQuery({ ...scanUploadQuery(scan?.id ?? ("" as ScanId)), enabled: isAsked });
  return isAsked ? upload.data : undefined;
}

/** Those of the scans whose bytes come from another tab or device at this moment. */
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
