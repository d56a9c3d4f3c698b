import { isDeepStrictEqual } from "node:util";
import type { BlueprintId, ScanId, TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { Permission } from "@blueprint/contract/roles";
import {
  type FrameAnswers,
  type Georeference,
  type PreflightReport,
  type SheetTiles,
  toGeoreference,
} from "@blueprint/contract/scan-report";
import type { RemovedScan, Scan, ScanDelivery, ScanPlan } from "@blueprint/contract/scans";
import type { Tx } from "../../db/database.ts";
import type { FrozenScan } from "../../db/schema/blueprints.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { LookedFor } from "../../platform/http/gate.ts";
import type { BlueprintScope, ScanScope, TeamScope } from "../../platform/http/scope.ts";
import { lockBlueprint, readBlueprint } from "../blueprints/blueprints.service.ts";
import { type FileAudience, toFileUrl, toOriginalUrl, toTeamReader } from "../blueprints/file-addresses.service.ts";
import { requireStorageRoom } from "../plans/entitlements.service.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import { cancelUploadsFor } from "../uploads/uploads.service.ts";
import {
  countScans,
  findGeographicOrigin,
  findScanUnchecked,
  findTeamOfScan,
  findTeamOfScanInUse,
  insertScan,
  listReadyScans,
  listReadyScansUnchecked,
  listRemovedScans as listRemovedScanRows,
  listScans as listScanRows,
  lockRemovedScan,
  lockScan,
  notifyServers,
  type ScanRow,
  type ScanWithUpload,
  setGeographicOrigin,
  updateScan,
} from "./scans.repository.ts";
import { toUploadName } from "./upload-name.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Converts an original. */
    "convert-scan": ConversionRequest;
    /** Removes the files of a deleted scan. */
    "remove-scan-files": { scanId: ScanId };
    /** Removes a replaced delivery. */
    "remove-replaced-delivery": { scanId: ScanId; attempt: number };
  }
}

export interface ConversionRequest {
  scanId: ScanId;
  attempt: number;
  /** Silent exits of its converter. */
  crashes: number;
  /** Times that its server stopped or failed; these do not count against the scan. */
  interruptions?: number;
}

/** Channel that announces changed scans: payload is the scan's id and its blueprint's. */
export const scanChangedChannel = "scan_changed";
/** Channel that announces conversions to stop: payload is the scan's id. */
export const scanCancelledChannel = "scan_cancelled";

const dayMs = 24 * 3600 * 1000;

export interface ScanRequest {
  fileName: string;
  sizeBytes: number;
  preflight: PreflightReport;
  frame?: FrameAnswers | undefined;
}

/**
 * Announces a file before its first byte is sent. @throws AppError blueprint-archived, storage-quota-exceeded,
 * scans-too-many
 */
export async function createScan(
  context: AppContext,
  scope: TeamScope,
  blueprintId: BlueprintId,
  { fileName, sizeBytes, preflight, frame }: ScanRequest,
): Promise<Scan> {
  return await context.db.transaction(async (tx) => {
    const blueprint = await readBlueprint(tx, scope, blueprintId);
    if (blueprint.archivedAt !== null || blueprint.binnedAt !== null) throw new AppError("blueprint-archived");
    // Locks the team's row: concurrent calls for the last free place are counted one after another.
    await requireStorageRoom(tx, context, scope, sizeBytes);
    // The blueprint may have moved to another team during the wait.
    if ((await lockBlueprint(tx, scope, blueprintId)) === null) throw new AppError("conflict");
    if ((await countScans(tx, scope, blueprintId)) >= limits.scansPerBlueprintMax) throw new AppError("scans-too-many");
    const id = context.ids.uuid() as ScanId;
    const now = context.clock.now();
    const scan = await insertScan(tx, scope, {
      id,
      blueprintId,
      teamId: scope.teamId,
      fileName,
      sizeBytes,
      kind: preflight.kind,
      format: preflight.format,
      state: "uploading",
      preflight,
      frame: frame ?? null,
      uploadName: toUploadName(scope.teamId, id, fileName),
      createdBy: scope.userId,
      createdAt: now,
      updatedAt: now,
    });
    await announceChange(tx, scan);
    return toScan(context, scope, { scan, receivedBytes: 0, frameOrigin: null });
  });
}

export async function listScans(context: AppContext, scope: TeamScope, blueprintId: BlueprintId): Promise<Scan[]> {
  return (await listScanRows(context.db, scope, blueprintId)).map((row) => toScan(context, scope, row));
}

/** For internal use: returns a function that renders the scan for a reader. */
export async function findScan(context: AppContext, scanId: ScanId): Promise<((reader: TeamScope) => Scan) | null> {
  const found = await findScanUnchecked(context.db, scanId);
  return found === null ? null : (reader) => toScan(context, reader, found);
}

/** Called in the transaction that makes an upload final: the scan is queued exactly if that commits. */
export async function acceptOriginal(
  tx: Tx,
  context: AppContext,
  original: { scanId: ScanId; storageKey: string; sizeBytes: number },
): Promise<void> {
  const { scanId, storageKey } = original;
  const scan = await lockScan(tx, scanId);
  // Cancelled or deleted while the last bytes arrived.
  if (scan?.state !== "uploading") throw new AppError("upload-not-active");
  if (scan.sizeBytes !== original.sizeBytes) throw new AppError("upload-size-changed");
  await queueConversion(tx, context, scan, { originalKey: storageKey });
}

/** @throws AppError scan-not-retryable when there is nothing to retry, or no complete original */
export async function retryScan(context: AppContext, scope: ScanScope): Promise<Scan> {
  return await context.db.transaction(async (tx) => {
    const scan = await lockScanOf(tx, scope);
    const isOver = scan.state === "failed" || scan.state === "cancelled";
    if (!isOver || scan.originalKey === null) throw new AppError("scan-not-retryable");
    return await toChangedScan(tx, context, scope, await queueConversion(tx, context, scan, {}));
  });
}

/**
 * Converts a scan again with other answers; its current delivery is served until the new one is ready. The same answers
 * change nothing about a scan that is ready.
 * @throws AppError scan-not-retryable while it is in progress, or without a complete original; blueprint-archived
 */
export async function answerScanFrame(context: AppContext, scope: ScanScope, frame: FrameAnswers): Promise<Scan> {
  return await context.db.transaction(async (tx) => {
    const scan = await lockScanOf(tx, scope);
    const blueprint = await readBlueprint(tx, scope, scan.blueprintId as BlueprintId);
    if (blueprint.archivedAt !== null || blueprint.binnedAt !== null) throw new AppError("blueprint-archived");
    if (isUnderWay(scan) || scan.originalKey === null) throw new AppError("scan-not-retryable");
    const isAnswered = scan.state === "ready" && isDeepStrictEqual({ ...scan.frame }, { ...frame });
    const answered = isAnswered ? scan : await queueConversion(tx, context, scan, { frame });
    return await toChangedScan(tx, context, scope, answered);
  });
}

/** Stops an upload or a conversion on whichever server it runs. Does nothing when it has already ended. */
export async function cancelScan(context: AppContext, scope: ScanScope): Promise<Scan> {
  return await context.db.transaction(async (tx) => {
    const scan = await lockScanOf(tx, scope);
    if (!isUnderWay(scan)) return await toChangedScan(tx, context, scope, scan);
    const cancelled = await updateScan(tx, scope.scanId, stopped, context.clock.now());
    await stopWork(tx, context, scan);
    await announceChange(tx, cancelled);
    return await toChangedScan(tx, context, scope, cancelled);
  });
}

/** Removes a scan from its blueprint. Its files are removed later, as with everything in the bin. */
export async function deleteScan(context: AppContext, scope: ScanScope): Promise<void> {
  const { scanId } = scope;
  await context.db.transaction(async (tx) => {
    const scan = await lockScanOf(tx, scope);
    const now = context.clock.now();
    await keepGeographicOrigin(tx, scan.blueprintId as BlueprintId);
    const deleted = await updateScan(
      tx,
      scanId,
      { deletedAt: now, ...(isUnderWay(scan) ? stopped : {}) },
      context.clock.now(),
    );
    if (isUnderWay(scan)) await stopWork(tx, context, scan);
    const runAt = new Date(now.getTime() + limits.binKeptDays * dayMs);
    await context.jobs.enqueue(tx, "remove-scan-files", { scanId }, { runAt, key: `remove-scan-files:${scanId}` });
    await announceChange(tx, deleted);
  });
}

export async function listRemovedScans(context: AppContext, scope: BlueprintScope): Promise<RemovedScan[]> {
  const rows = await listRemovedScanRows(context.db, scope, scope.blueprintId, toRestorableSince(context));
  return rows.map(({ id, fileName, deletedAt }) => ({
    id: id as ScanId,
    fileName,
    deletedAt: deletedAt!.toISOString(),
    removedAt: new Date(deletedAt!.getTime() + limits.binKeptDays * dayMs).toISOString(),
  }));
}

/** Restores a removed scan as it was; does nothing when it is not removed. @throws AppError storage-quota-exceeded */
export async function restoreScan(context: AppContext, scope: ScanScope): Promise<Scan> {
  const { scanId } = scope;
  return await context.db.transaction(async (tx) => {
    const removed = await lockRemovedScan(tx, scanId, toRestorableSince(context));
    if (removed === null) return await toChangedScan(tx, context, scope, await lockScanOf(tx, scope));
    if (removed.teamId !== scope.teamId) throw new AppError("not-found");
    await requireStorageRoom(tx, context, scope, removed.sizeBytes + removed.deliveryBytes);
    const restored = await updateScan(tx, scanId, { deletedAt: null }, context.clock.now());
    await announceChange(tx, restored);
    return await toChangedScan(tx, context, scope, restored);
  });
}

function toRestorableSince({ clock }: Pick<AppContext, "clock">): Date {
  return new Date(clock.now().getTime() - limits.binKeptDays * dayMs);
}

/** @throws AppError not-found before the original has arrived */
export async function getOriginalUrl(context: AppContext, scope: ScanScope): Promise<string> {
  const { scanId } = scope;
  if ((await findOriginal(context, scanId)) === null) throw new AppError("not-found");
  return toOriginalUrl(context, scanId, toTeamReader(scope));
}

/** Storage key and original name of an original; the caller has checked access. */
export async function findOriginal(
  context: AppContext,
  scanId: ScanId,
): Promise<{ storageKey: string; fileName: string } | null> {
  const found = await findScanUnchecked(context.db, scanId);
  if (found === null || found.scan.originalKey === null) return null;
  return { storageKey: found.scan.originalKey, fileName: found.scan.fileName };
}

/** The team that owns a scan; null once the team's own URLs of its files are no longer valid. */
export async function findOfferingTeam({ db }: Pick<AppContext, "db">, scanId: ScanId): Promise<TeamId | null> {
  return findTeamOfScanInUse(db, scanId);
}

/** The ready scans of a blueprint in the form stored in a version. */
export async function listScansToFreeze(tx: Tx, scope: TeamScope, blueprintId: BlueprintId): Promise<FrozenScan[]> {
  const rows = await listReadyScans(tx, scope, blueprintId);
  const frameOrigin = await findGeographicOrigin(tx, blueprintId);
  return rows.map((row) => toFrozenScan(row, frameOrigin)).filter((scan) => scan !== null);
}

/**
 * Stores the origin of a blueprint's frame: that of its oldest georeferenced scan, which the viewer uses while none is
 * stored. Call it before any change of which scan that is: anchor positions are relative to this frame.
 */
export async function keepGeographicOrigin(tx: Tx, blueprintId: BlueprintId): Promise<void> {
  if ((await findGeographicOrigin(tx, blueprintId)) !== null) return;
  for (const { report } of await listReadyScansUnchecked(tx, blueprintId)) {
    const origin = report === null ? undefined : toGeoreference(report);
    if (origin !== undefined) return await setGeographicOrigin(tx, blueprintId, origin);
  }
}

/** Addresses of a converted scan's files, valid for a few hours. */
export function toDelivery(context: AppContext, scan: FrozenScan, audience: FileAudience): ScanDelivery {
  const {
    deliveryPrefix,
    form,
    entry,
    preload = [],
    preview,
    bounds,
    counts,
    startView,
    georeference,
    frameOrigin,
    plans = [],
    panoramas,
  } = scan;
  return {
    form,
    entryUrl: toFileUrl(context, deliveryPrefix, entry, audience),
    preloadUrls: preload.map((path) => toFileUrl(context, deliveryPrefix, path, audience)),
    previewUrl: toFileUrl(context, deliveryPrefix, preview, audience),
    bounds,
    ...(counts === undefined ? {} : { counts }),
    startView,
    ...(georeference === undefined ? {} : { georeference }),
    ...(frameOrigin === undefined ? {} : { frameOrigin }),
    plans: plans.map(({ path, tiles, cutM: _, ...plan }) => ({
      ...plan,
      url: toFileUrl(context, deliveryPrefix, path, audience),
      ...(tiles === undefined ? {} : { tiles: toTiles(context, deliveryPrefix, tiles, audience) }),
    })),
    ...(panoramas === undefined ? {} : { panoramas }),
  };
}

function toTiles(
  context: AppContext,
  deliveryPrefix: string,
  { folder, ...tiles }: SheetTiles,
  audience: FileAudience,
): NonNullable<ScanPlan["tiles"]> {
  return { ...tiles, baseUrl: `${toFileUrl(context, deliveryPrefix, folder, audience)}/` };
}

/** Every attempt has its own folder, so that nothing half-written is ever served. */
export function toDeliveryPrefix(scanId: string, attempt: number): string {
  return `deliveries/${scanId}/${attempt}`;
}

/** @param reader the recipient: file URLs are personal */
function toScan(context: AppContext, reader: TeamScope, { scan, receivedBytes, frameOrigin }: ScanWithUpload): Scan {
  const frozen = toFrozenScan(scan, frameOrigin);
  const { delivery: _, ...report } = scan.report ?? { delivery: null };
  return {
    id: scan.id as ScanId,
    blueprintId: scan.blueprintId as BlueprintId,
    fileName: scan.fileName,
    sizeBytes: scan.sizeBytes,
    kind: scan.kind,
    format: scan.format,
    state: scan.state,
    uploadedBytes: scan.originalKey === null ? receivedBytes : scan.sizeBytes,
    uploadName: scan.uploadName,
    progress: scan.state === "processing" ? scan.progress : null,
    problem: scan.state === "failed" ? scan.problem : null,
    preflight: scan.preflight,
    frame: scan.frame ?? {},
    report: frozen === null ? null : (report as Scan["report"]),
    delivery: frozen === null ? null : toDelivery(context, frozen, toTeamReader(reader)),
    createdAt: scan.createdAt.toISOString(),
  };
}

async function toChangedScan(tx: Tx, context: AppContext, scope: TeamScope, scan: ScanRow): Promise<Scan> {
  const frameOrigin = await findGeographicOrigin(tx, scan.blueprintId as BlueprintId);
  return toScan(context, scope, { scan, receivedBytes: 0, frameOrigin });
}

export async function announceChange(tx: Tx, scan: Pick<ScanRow, "id" | "blueprintId">): Promise<void> {
  await notifyServers(tx, scanChangedChannel, `${scan.id} ${scan.blueprintId}`);
}

const stopped = { state: "cancelled", progress: null, problem: null, problemDetail: null, heartbeatAt: null } as const;

function isUnderWay({ state }: ScanRow): boolean {
  return state === "uploading" || state === "queued" || state === "processing";
}

/** @param scan the row as it was before the stop */
async function stopWork(tx: Tx, context: AppContext, scan: ScanRow): Promise<void> {
  if (scan.state === "uploading") await cancelUploadsFor(tx, context, scan.id as ScanId);
  if (scan.state === "processing") await notifyServers(tx, scanCancelledChannel, scan.id);
}

async function queueConversion(
  tx: Tx,
  context: AppContext,
  scan: ScanRow,
  change: { originalKey?: string; frame?: FrameAnswers },
): Promise<ScanRow> {
  const scanId = scan.id as ScanId;
  const attempt = scan.attempt + 1;
  const queued = await updateScan(
    tx,
    scanId,
    { ...change, state: "queued", attempt, progress: null, problem: null, problemDetail: null },
    context.clock.now(),
  );
  await enqueueConversion(tx, context, { scanId, attempt, crashes: 0 });
  await announceChange(tx, queued);
  return queued;
}

export async function enqueueConversion(
  tx: Tx,
  context: AppContext,
  request: ConversionRequest,
  runAt?: Date,
): Promise<void> {
  const key = `convert-scan:${request.scanId}`;
  await context.jobs.enqueue(tx, "convert-scan", request, { key, ...(runAt === undefined ? {} : { runAt }) });
}

/** Guards a scan; one in the bin exists only for whoever restores it. @throws AppError `not-found` or `forbidden` */
export async function requireScanScope(
  context: AppContext,
  actor: Actor,
  scanId: ScanId,
  permission: Permission,
  lookedFor: LookedFor,
): Promise<ScanScope> {
  const removedSince = lookedFor === "in-bin-too" ? toRestorableSince(context) : null;
  const teamId = await findTeamOfScan(context.db, scanId, removedSince);
  if (teamId === null) throw new AppError("not-found");
  return { ...(await requireTeamPermission(context.db, actor, teamId, permission)), scanId };
}

/** Locks the scan for a change. @throws AppError not-found if it was removed, or moved to another team, since the check */
async function lockScanOf(tx: Tx, { scanId, teamId }: ScanScope): Promise<ScanRow> {
  const scan = await lockScan(tx, scanId);
  if (scan?.teamId !== teamId) throw new AppError("not-found");
  return scan;
}

export function toFrozenScan(scan: ScanRow, frameOrigin: Georeference | null): FrozenScan | null {
  const { report, deliveryPrefix } = scan;
  if (report === null || deliveryPrefix === null) return null;
  const { delivery, preview, bounds, counts, startView, plans, panoramas } = report;
  const { form, entry, preload } = delivery;
  const georeference = toGeoreference(report);
  const delivered = {
    deliveryPrefix,
    form,
    entry,
    preload,
    preview,
    bounds,
    counts,
    startView,
    georeference,
    plans,
    panoramas,
  };
  return { scanId: scan.id, kind: scan.kind, ...delivered, ...(frameOrigin === null ? {} : { frameOrigin }) };
}
