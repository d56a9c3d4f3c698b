import type { EndpointResponse } from "@blueprint/contract/endpoint";
import type { BlueprintId, ScanId } from "@blueprint/contract/ids";
import type { FrameAnswers, PreflightReport } from "@blueprint/contract/scan-report";
import {
  answerScanFrame,
  cancelScan,
  createScan,
  deleteScan,
  getOriginalUrl,
  getScanUpload,
  listRemovedScans,
  listScans,
  restoreScan,
  retryScan,
  type Scan,
  type ScanUpload,
} from "@blueprint/contract/scans";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { keptAnswersMode } from "../../lib/offline-page.ts";
import { fieldError, readableError } from "../../lib/readable-error.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { queryClient } from "../../lib/session.ts";

/**
 * Latest known scans with increasing order numbers. While the event stream is followed, it takes precedence over
 * responses that were in flight.
 */
const heard = new Map<ScanId, { readonly scan: Scan; readonly order: number }>();
const followed = new Set<BlueprintId>();
let order = 0;

/** Scans of a blueprint, oldest first. `followScans` keeps them current while a screen shows them. */
export function scansQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(listScans, { params: { blueprintId } }),
    networkMode: keptAnswersMode,
    select: preferHeard,
    // `heard` is not part of the data: an event that repeats what the list says must still run `select` again.
    structuralSharing: false,
  });
}

function preferHeard({ scans }: EndpointResponse<typeof listScans>): readonly Scan[] {
  return scans.map((scan) => (followed.has(scan.blueprintId) && heard.get(scan.id)?.scan) || scan);
}

/** Records whether a blueprint's scan events are followed: once they aren't, server responses are newer. */
export function noteFollowing(blueprintId: BlueprintId, isFollowed: boolean): void {
  if (isFollowed) followed.add(blueprintId);
  else followed.delete(blueprintId);
}

/** A scan's unfinished upload that this page isn't sending. */
export function scanUploadQuery(scanId: ScanId) {
  return queryOptions({
    ...dataQuery(getScanUpload, { params: { scanId } }),
    select: ({ upload }) => upload,
  });
}

/** Null if there is nothing to resume: never started, finished or expired. */
export async function findScanUpload(scanId: ScanId): Promise<ScanUpload | null> {
  return (await api(getScanUpload, { params: { scanId } })).upload;
}

/** Writes the server's latest state of a scan to the query cache. */
export function putScan(scan: Scan): void {
  order += 1;
  heard.set(scan.id, { scan, order });
  queryClient.setQueryData(scansQuery(scan.blueprintId).queryKey, (answer) => {
    // Before the list is loaded, one scan would look like the whole list.
    if (answer === undefined) return undefined;
    const { scans } = answer;
    return {
      scans: scans.some(({ id }) => id === scan.id)
        ? scans.map((known) => (known.id === scan.id ? scan : known))
        : [...scans, scan],
    };
  });
}

/** Applies the response to a change, unless the event stream delivered something newer in the meantime. */
export function putAnswer(scan: Scan, askedAt: number): void {
  if ((heard.get(scan.id)?.order ?? 0) <= askedAt) putScan(scan);
}

/** Order number of the latest event: a response requested earlier is older than later events. */
export function countHeard(): number {
  return order;
}

export function findScan(blueprintId: BlueprintId, scanId: ScanId): Scan | undefined {
  const answer = queryClient.getQueryData(scansQuery(blueprintId).queryKey);
  return answer === undefined ? undefined : preferHeard(answer).find(({ id }) => id === scanId);
}

export interface NewScan {
  readonly blueprintId: BlueprintId;
  readonly file: File;
  readonly preflight: PreflightReport;
  readonly frame: FrameAnswers;
}

/** Why the server rejected a scan, as text; an invalid file name is named as the cause. */
export function describeScanRefusal(error: unknown): string {
  const nameFault = fieldError(error, "fileName");
  return nameFault === undefined
    ? readableError(error)
    : `This file name can't be stored: ${nameFault.charAt(0).toLowerCase()}${nameFault.slice(1)} Rename the file and choose it again.`;
}

/** Registers a file; the server checks the storage quota before any upload. */
export function useCreateScan() {
  return useMutation({
    mutationFn: ({ blueprintId, file, preflight, frame }: NewScan) =>
      api(createScan, {
        params: { blueprintId },
        body: { fileName: file.name, sizeBytes: file.size, preflight, frame },
      }),
    onSuccess: putScan,
  });
}

export function useRetryScan() {
  return useMutation({
    mutationFn: (scanId: ScanId) => api(retryScan, { params: { scanId } }),
    onMutate: countHeard,
    onSuccess: (scan, _, askedAt) => putAnswer(scan, askedAt),
  });
}

export function useAnswerScanFrame() {
  return useMutation({
    mutationFn: ({ scanId, frame }: { readonly scanId: ScanId; readonly frame: FrameAnswers }) =>
      api(answerScanFrame, { params: { scanId }, body: frame }),
    onMutate: countHeard,
    onSuccess: (scan, _, askedAt) => putAnswer(scan, askedAt),
  });
}

export function useCancelScan() {
  return useMutation({
    mutationFn: (scanId: ScanId) => api(cancelScan, { params: { scanId } }),
    onMutate: countHeard,
    onSuccess: (scan, _, askedAt) => putAnswer(scan, askedAt),
  });
}

export function useDeleteScan() {
  return useMutation({
    mutationFn: ({ id }: Scan) => api(deleteScan, { params: { scanId: id } }),
    onSuccess: (_, { id, blueprintId }) => {
      takeScan(blueprintId, id);
      // Not awaited: the row unmounts, along with anything that waits for the result.
      void refreshQueries(listRemovedScans, { blueprintId });
    },
  });
}

/** Removes a deleted scan from the query cache. */
export function takeScan(blueprintId: BlueprintId, scanId: ScanId): void {
  heard.delete(scanId);
  queryClient.setQueryData(
    scansQuery(blueprintId).queryKey,
    (answer) => answer && { scans: answer.scans.filter(({ id }) => id !== scanId) },
  );
}

/** Removed scans of a blueprint that can still be restored. For its editors. */
export function removedScansQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(listRemovedScans, { params: { blueprintId } }),
    select: ({ scans }) => scans,
  });
}

export function useRestoreScan() {
  return useMutation({
    mutationFn: (scanId: ScanId) => api(restoreScan, { params: { scanId } }),
    onSuccess: (scan) => {
      putScan(scan);
      return refreshQueries(listRemovedScans, { blueprintId: scan.blueprintId });
    },
  });
}

/** Downloads the original under its own name; the URL is created for this click. */
export function useDownloadOriginal() {
  return useMutation({
    mutationFn: async (scanId: ScanId) => {
      const { url } = await api(getOriginalUrl, { params: { scanId } });
      const link = document.createElement("a");
      link.href = url;
      link.download = "";
      link.click();
    },
  });
}
