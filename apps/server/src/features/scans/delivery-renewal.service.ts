import { isDeepStrictEqual } from "node:util";
import type { ScanId } from "@blueprint/contract/ids";
import { type ScanKind, scanKinds } from "@blueprint/contract/scan-formats";
import { type ScanReport, toGeoreference } from "@blueprint/contract/scan-report";
import { converterVersions } from "@blueprint/scans/converter-versions";
import { ScanProblem } from "@blueprint/scans/scan-problem";
import type { AppContext } from "../../platform/app-context.ts";
import { removeReplacedLater, removeUnusedDelivery } from "./scan-attempts.service.ts";
import { convertOriginal } from "./scan-conversion.ts";
import { listOutdatedScans, lockScan, replaceInVersions, type ScanRow, updateScan } from "./scans.repository.ts";
import { announceChange, toDeliveryPrefix, toFrozenScan } from "./scans.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Queues a renewal for every delivery that an earlier converter made. Runs hourly and at start. */
    "renew-deliveries": Record<string, never>;
    /** Makes a scan's delivery anew with the present converter; users keep the current one until it is ready. */
    "renew-delivery": { scanId: ScanId };
  }
}

/** After every conversion that somebody waits for. */
const renewalPriority = 10;
const triesMax = 5;
/** Converters round differently; placed content may not move visibly. */
const movedByMax = 0.02;

export async function queueRenewals(context: AppContext): Promise<void> {
  const { db, jobs } = context;
  for (const kind of scanKinds) {
    for (const scanId of await listOutdatedScans(db, kind, converterVersions[kind])) {
      const key = `renew-delivery:${scanId}`;
      await jobs.enqueue(
        db,
        "renew-delivery",
        { scanId },
        { key, queue: "renewals", priority: renewalPriority, attemptsMax: triesMax },
      );
    }
  }
}

/** A renewal under way. Its number outdates when the scan is converted for another reason meanwhile. */
export interface Renewal {
  readonly scanId: ScanId;
  readonly attempt: number;
  readonly kind: ScanKind;
}

/** Replaces a scan's delivery and those in its frozen versions by one of the present converter, if it shows the same. */
export async function renewDelivery(
  context: AppContext,
  scanId: ScanId,
  signal: AbortSignal,
  isLastAttempt: boolean,
): Promise<void> {
  const claimed = await claimRenewal(context, scanId);
  if (claimed === null) return;
  const { renewal, original } = claimed;
  const runName = `${scanId}-${renewal.attempt}`;
  const deliveryPrefix = toDeliveryPrefix(scanId, renewal.attempt);
  try {
    const report = await convertOriginal(
      context,
      { ...original, runName, deliveryPrefix },
      { onChecked: async () => {}, onProgress: () => {} },
      signal,
    );
    if (!(await finishRenewal(context, renewal, report))) await removeUnusedDelivery(context, renewal);
  } catch (error) {
    await removeUnusedDelivery(context, renewal);
    // The scan's fault stays its fault; of another, the last try is remembered so that no work is repeated for ever.
    if (signal.aborted || !(error instanceof ScanProblem || isLastAttempt)) throw error;
    context.log.warn({ err: error, scanId }, "a delivery could not be renewed; the current one stays");
    await giveUp(context, renewal);
  }
}

/** Null when there is nothing to renew, or when the scan is being converted anyway. */
export async function claimRenewal(context: AppContext, scanId: ScanId) {
  return await context.db.transaction(async (tx) => {
    const scan = await lockScan(tx, scanId);
    if (scan === null || scan.state !== "ready" || scan.originalKey === null) return null;
    if (scan.converterVersion >= converterVersions[scan.kind]) return null;
    const renewal: Renewal = { scanId, attempt: scan.attempt + 1, kind: scan.kind };
    await updateScan(tx, scanId, { attempt: renewal.attempt }, scan.updatedAt);
    const { originalKey: storageKey, fileName, frame } = scan;
    return { renewal, original: { storageKey, fileName, frame: frame ?? {} } };
  });
}

/** @returns false when the new files are not used: the scan changed meanwhile, or they lie elsewhere */
export async function finishRenewal(context: AppContext, renewal: Renewal, report: ScanReport): Promise<boolean> {
  return await context.db.transaction(async (tx) => {
    const scan = await lockScan(tx, renewal.scanId);
    if (scan === null || !isStillWanted(scan, renewal)) return false;
    const { deliveryPrefix: formerPrefix, blueprintId } = scan;
    const now = context.clock.now();
    const converterVersion = converterVersions[renewal.kind];
    if (formerPrefix === null || scan.report === null || !isInSamePosition(scan.report, report)) {
      context.log.warn({ scanId: renewal.scanId }, "a renewed delivery lies elsewhere; the current one stays");
      await updateScan(tx, renewal.scanId, { converterVersion }, scan.updatedAt);
      return false;
    }
    const deliveryPrefix = toDeliveryPrefix(renewal.scanId, renewal.attempt);
    const deliveryBytes = report.delivery.sizeBytes;
    const change = { report, deliveryPrefix, deliveryBytes, converterVersion };
    const renewed = await updateScan(tx, renewal.scanId, change, now);
    const shown = toFrozenScan(renewed, null);
    await replaceInVersions(tx, { blueprintId, deliveryPrefix: formerPrefix }, (frozen) => ({
      ...frozen,
      ...shown,
      formerPrefixes: [...(frozen.formerPrefixes ?? []), formerPrefix],
    }));
    await removeReplacedLater(tx, context, renewal.scanId, formerPrefix, now);
    await announceChange(tx, renewed);
    return true;
  });
}

async function giveUp(context: AppContext, renewal: Renewal): Promise<void> {
  await context.db.transaction(async (tx) => {
    const scan = await lockScan(tx, renewal.scanId);
    if (scan === null || !isStillWanted(scan, renewal)) return;
    await updateScan(tx, renewal.scanId, { converterVersion: converterVersions[renewal.kind] }, scan.updatedAt);
  });
}

function isStillWanted(scan: ScanRow, { attempt, kind }: Renewal): boolean {
  return scan.attempt === attempt && scan.state === "ready" && scan.kind === kind;
}

/** Anchors, plans and views are placed in the frame of the delivery: a renewal must not move what they refer to. */
function isInSamePosition(before: ScanReport, after: ScanReport): boolean {
  const frame = ({ kind, unit, upAxis, localOrigin }: ScanReport) => ({ kind, unit, upAxis, localOrigin });
  if (!isDeepStrictEqual(frame(before), frame(after))) return false;
  if (!isDeepStrictEqual(toGeoreference(before), toGeoreference(after))) return false;
  const corners = ({ bounds: { min, max } }: ScanReport) => [...min, ...max];
  const moved = corners(after);
  return corners(before).every((value, index) => Math.abs(value - moved[index]!) <= movedByMax);
}
