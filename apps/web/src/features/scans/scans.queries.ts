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
 * What was told of a scan, with a number that grows. While the event stream is followed it knows best: an answer that was
 * on its way meanwhile is older.
 */
const heard = new Map<ScanId, { readonly scan: Scan; readonly order: number }>();
const followed = new Set<BlueprintId>();
let order = 0;

/** Scans of a blueprint, oldest first. `followScans` keeps it up to date while somebody looks. */
export function scansQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...dataQuery(listScans, { params: { blueprintId } }),
    networkMode: keptAnswersMode,
    select: preferHeard,
  });
}

function preferHeard({ scans }: EndpointResponse<typeof listScans>): readonly Scan[] {
  return scans.map((scan) => (followed.has(scan.blueprintId) && heard.get(scan.id)?.scan) || scan);
}

/** Whether the event stream of a blueprint's scans is followed: once it is not, what the server answers is newer. */
export function noteFollowing(blueprintId: BlueprintId, isFollowed: boolean): void {
  if (isFollowed) followed.add(blueprintId);
  else followed.delete(blueprintId);
}

/** The unfinished upload of a scan that this page is not sending itself. */
export function scanUploadQuery(scanId: ScanId) {
  return queryOptions({
    ...dataQuery(getScanUpload, { params: { scanId } }),
    select: ({ upload }) => upload,
  });
}

/** Null when there is nothing to go on with: never begun, finished, or too old. */
export async function findScanUpload(scanId: ScanId): Promise<ScanUpload | null> {
  return (await api(getScanUpload, { params: { scanId } })).upload;
}

/** Puts a scan as the server last told it into what the screens read. */
export function putScan(scan: Scan): void {
  order += 1;
  heard.set(scan.id, { scan, order });
  queryClient.setQueryData(scansQuery(scan.blueprintId).queryKey, (answer) => {
    // Before the list was read, one scan would pass for all of them.
    if (answer === undefined) return undefined;
    const { scans } = answer;
    return {
      scans: scans.some(({ id }) => id === scan.id)
        ? scans.map((known) => (known.id === scan.id ? scan : known))
        : [...scans, scan],
    };
  });
}

/** What the server answered a change with, unless the event stream has told something later meanwhile. */
export function putAnswer(scan: Scan, askedAt: number): void {
  if ((heard.get(scan.id)?.order ?? 0) <= askedAt) putScan(scan);
}

/** Counts what was heard: an answer that was asked for before is older than what came since. */
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

/** Why the server did not take a scan, in words; a name it cannot store is named as the cause. */
export function describeScanRefusal(error: unknown): string {
  const nameFault = fieldError(error, "fileName");
  return nameFault === undefined
    ? readableError(error)
    : `The file's name cannot be stored: ${nameFault.charAt(0).toLowerCase()}${nameFault.slice(1)} Rename the file and choose it again.`;
}

/** Announces a file; the server checks the storage before a byte is sent. */
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
      // Not waited for: with the row goes whoever is to hear that it went.
      void refreshQueries(listRemovedScans, { blueprintId });
    },
  });
}

/** Takes a scan that is gone out of what the screens read. */
export function takeScan(blueprintId: BlueprintId, scanId: ScanId): void {
  heard.delete(scanId);
  queryClient.setQueryData(
    scansQuery(blueprintId).queryKey,
    (answer) => answer && { scans: answer.scans.filter(({ id }) => id !== scanId) },
  );
}

/** Those that were taken out of a blueprint and can still be restored. For who edits it. */
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

/** Downloads the original under its own name; the address is made for this one click. */
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
