import type { BlueprintId, ScanId, TeamId, UserId } from "@blueprint/contract/ids";
import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import type { ConversionProgress, FrameAnswers, PreflightReport, ScanReport } from "@blueprint/contract/scan-report";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import {
  type AttemptEnd,
  beatAttempt,
  endAttempt,
  findScanEvenDeleted,
  isPrefixShownByVersion,
  isShownByVersion,
  lockScan,
  recordPreflight,
  type ScanRow,
  updateScan,
} from "./scans.repository.ts";
import {
  announceChange,
  type ConversionRequest,
  enqueueConversion,
  keepGeographicOrigin,
  toDeliveryPrefix,
} from "./scans.service.ts";

/** After this many silent exits of its converter, a scan is not retried automatically. */
const crashesMax = 3;
/** About 40 minutes of retries with a failing server. */
const interruptionsMax = 12;
const pauseMs = 5_000;
const pauseMsMax = 10 * 60_000;
/** Clients that opened the delivery before it was replaced keep reading it while their addresses are valid. */
const replacedKeptMs = 24 * 3_600_000;
const problemDetailCharactersMax = 2_000;

/**
 * Starts the attempt that a job asks for. Null when there is nothing to do: the attempt is outdated, or the scan was
 * cancelled or deleted. An attempt that had already started belongs to a dead server; it is queued again under the next
 * number, so that the dead server cannot interfere even if it comes back.
 */
export async function claimAttempt(
  context: AppContext,
  request: ConversionRequest,
): Promise<{ storageKey: string; fileName: string; frame: FrameAnswers } | null> {
  const claimed = await context.db.transaction(async (tx) => {
    const scan = await lockScan(tx, request.scanId);
    if (scan === null || scan.attempt !== request.attempt || scan.originalKey === null) return null;
    if (scan.state === "processing") {
      await requeue(tx, context, scan, request, "server-died", "The server ended during the conversion.");
      return "taken-over" as const;
    }
    if (scan.state !== "queued") return null;
    const now = context.clock.now();
    const begun = await updateScan(
      tx,
      request.scanId,
      { state: "processing", progress: { stage: "checking", fraction: 0 }, heartbeatAt: now },
      now,
    );
    await announceChange(tx, begun);
    return { storageKey: scan.originalKey, fileName: scan.fileName, frame: scan.frame ?? {} };
  });
  if (claimed !== "taken-over") return claimed;
  await removeUnusedDelivery(context, request);
  return null;
}

/** @returns false when the attempt is outdated and must stop */
export async function noteProgress(
  context: AppContext,
  request: ConversionRequest,
  progress: ConversionProgress | null,
): Promise<boolean> {
  return await change(context, request, progress !== null, (tx, now) =>
    beatAttempt(tx, request, progress === null ? {} : { progress }, now),
  );
}

/** @returns false when the attempt is outdated */
export async function noteCheckedOriginal(
  context: AppContext,
  request: ConversionRequest,
  checked: PreflightReport,
): Promise<boolean> {
  return await change(context, request, true, (tx, now) => recordPreflight(tx, request, checked, now));
}

/** Makes the converted files the scan's delivery. @returns false when the attempt is outdated */
export async function finishAttempt(
  context: AppContext,
  request: ConversionRequest,
  report: ScanReport,
): Promise<boolean> {
  const deliveryPrefix = toDeliveryPrefix(request.scanId, request.attempt);
  return await endWith(context, request, { state: "ready", report, deliveryPrefix });
}

export async function failAttempt(
  context: AppContext,
  request: ConversionRequest,
  { code, detail }: { code: ScanProblemCode; detail: string | null },
): Promise<void> {
  await endWith(context, request, { state: "failed", problem: code, problemDetail: toStoredDetail(detail) });
}

/**
 * Why an attempt must be repeated. Only the converter's own crashes count against the scan: however often its server
 * dies or stops, the scan stays queued.
 */
export type Setback = "converter-crashed" | "server-failed" | "server-died" | "server-stopped";

/** Queues an attempt's work again under the next number. Repeated crashes or failures end as failed. */
export async function putBackAttempt(
  context: AppContext,
  request: ConversionRequest,
  setback: Setback,
  detail: string | null = null,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const scan = await lockScan(tx, request.scanId);
    if (scan?.state !== "processing" || scan.attempt !== request.attempt) return;
    await requeue(tx, context, scan, request, setback, detail);
  });
}

/**
 * Removes what an ended attempt stored, unless it became the delivery after all: the answer to a commit can be lost.
 * Files without a row are never served; failing to remove them only costs space.
 */
export async function removeUnusedDelivery(
  context: AppContext,
  { scanId, attempt }: Pick<ConversionRequest, "scanId" | "attempt">,
): Promise<void> {
  const deliveryPrefix = toDeliveryPrefix(scanId, attempt);
  try {
    const scan = await findScanEvenDeleted(context.db, scanId);
    if (scan?.deliveryPrefix !== deliveryPrefix) await context.storage.deletePrefix(`${deliveryPrefix}/`);
  } catch (error) {
    context.log.warn({ err: error, deliveryPrefix }, "files of an ended conversion could not be removed");
  }
}

/** Removes the files of a replaced delivery, unless a frozen version shows them. */
export async function removeReplacedDelivery(
  context: AppContext,
  replaced: { scanId: ScanId; attempt: number },
): Promise<void> {
  const scan = await findScanEvenDeleted(context.db, replaced.scanId);
  const deliveryPrefix = toDeliveryPrefix(replaced.scanId, replaced.attempt);
  if (scan !== null && (await isPrefixShownByVersion(context.db, scan.blueprintId, deliveryPrefix))) return;
  await removeUnusedDelivery(context, replaced);
}

/** Removes a deleted scan's files; converted ones stay while a frozen version shows them. */
export async function removeDeletedScanFiles(context: AppContext, scanId: ScanId): Promise<void> {
  const scan = await findScanEvenDeleted(context.db, scanId);
  if (scan === null || scan.deletedAt === null) return;
  if (scan.originalKey !== null) await context.storage.delete(scan.originalKey);
  if (!(await isShownByVersion(context.db, scan))) await context.storage.deletePrefix(`deliveries/${scanId}/`);
}

async function endWith(context: AppContext, request: ConversionRequest, end: AttemptEnd): Promise<boolean> {
  return await change(context, request, true, async (tx, now) => {
    const before = await lockScan(tx, request.scanId);
    // An older scan may become ready after a younger one whose origin the frame already uses.
    if (before !== null) await keepGeographicOrigin(tx, before.blueprintId as BlueprintId);
    const scan = await endAttempt(tx, request, end, now);
    if (scan === null) return null;
    if (end.state === "ready") {
      await keepGeographicOrigin(tx, scan.blueprintId as BlueprintId);
      if (before?.deliveryPrefix) await removeReplacedLater(tx, context, request.scanId, before.deliveryPrefix, now);
    }
    await recordEnd(tx, context, scan);
    return scan.blueprintId;
  });
}

/** Clients that have the delivery open go on reading it for a day. */
export async function removeReplacedLater(
  tx: Tx,
  context: AppContext,
  scanId: ScanId,
  deliveryPrefix: string,
  now: Date,
): Promise<void> {
  const replaced = { scanId, attempt: Number(deliveryPrefix.split("/").at(-1)) };
  await context.jobs.enqueue(tx, "remove-replaced-delivery", replaced, {
    runAt: new Date(now.getTime() + replacedKeptMs),
  });
}

async function recordEnd(tx: Tx, context: AppContext, scan: ScanRow): Promise<void> {
  const { id, fileName: name, problem } = scan;
  const end = { actor: null, teamId: scan.teamId as TeamId, subject: { id, name } } as const;
  const facts = { blueprintId: scan.blueprintId as BlueprintId, uploaderId: scan.createdBy as UserId | null };
  if (scan.state === "ready") await recordEvent(tx, context, { ...end, type: "scan.ready", facts });
  else await recordEvent(tx, context, { ...end, type: "scan.failed", facts: { ...facts, problem } });
}

async function change(
  context: AppContext,
  { scanId }: ConversionRequest,
  isVisible: boolean,
  write: (tx: Tx, now: Date) => Promise<string | null>,
): Promise<boolean> {
  return await context.db.transaction(async (tx) => {
    const blueprintId = await write(tx, context.clock.now());
    if (blueprintId !== null && isVisible) await announceChange(tx, { id: scanId, blueprintId });
    return blueprintId !== null;
  });
}

async function requeue(
  tx: Tx,
  context: AppContext,
  scan: ScanRow,
  request: ConversionRequest,
  setback: Setback,
  detail: string | null,
): Promise<void> {
  const now = context.clock.now();
  const crashes = request.crashes + (setback === "converter-crashed" ? 1 : 0);
  const isInterrupted = setback === "server-failed" || setback === "server-died";
  const interruptions = (request.interruptions ?? 0) + (isInterrupted ? 1 : 0);
  const ended = { progress: null, heartbeatAt: null, problemDetail: toStoredDetail(detail) };
  const problem = toFinalProblem(setback, crashes, interruptions);
  if (problem !== null) {
    const failed = await updateScan(tx, request.scanId, { ...ended, state: "failed", problem }, now);
    await recordEnd(tx, context, failed);
    return await announceChange(tx, failed);
  }
  const attempt = scan.attempt + 1;
  const queued = await updateScan(tx, request.scanId, { ...ended, state: "queued", attempt }, now);
  // The first retry runs at once, later ones after a pause: if this scan crashes its server, others get their turn.
  const setbacks = crashes + interruptions;
  const runAt =
    setback === "server-stopped" || setbacks < 2
      ? undefined
      : new Date(now.getTime() + Math.min(pauseMsMax, pauseMs * 2 ** (setbacks - 2)));
  await enqueueConversion(tx, context, { scanId: request.scanId, attempt, crashes, interruptions }, runAt);
  await announceChange(tx, queued);
}

function toFinalProblem(setback: Setback, crashes: number, interruptions: number): ScanProblemCode | null {
  if (setback === "converter-crashed" && crashes >= crashesMax) return "scan-converter-crashed";
  if (setback === "server-failed" && interruptions >= interruptionsMax) return "scan-server-failed";
  return null;
}

/** PostgreSQL stores every character but U+0000. */
function toStoredDetail(detail: string | null): string | null {
  return detail === null ? null : detail.replaceAll("\0", "").slice(0, problemDetailCharactersMax);
}
