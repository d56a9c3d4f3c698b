import type { BlueprintId, ScanId, TeamId } from "@blueprint/contract/ids";
import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import type { ConversionProgress, Georeference, PreflightReport, ScanReport } from "@blueprint/contract/scan-report";
import { converterVersions } from "@blueprint/scans/converter-versions";
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints, blueprintVersions, type FrozenScan } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import { teams } from "../../db/schema/teams.ts";
import type { TeamScope } from "../../platform/http/scope.ts";

export type ScanRow = typeof scans.$inferSelect;

/** A scan with the bytes received of its original. */
export interface ScanWithUpload {
  scan: ScanRow;
  /** Of the running upload; 0 when there is none. */
  receivedBytes: number;
  /** Of the blueprint's frame. */
  frameOrigin: Georeference | null;
}

const withUpload = {
  scan: scans,
  // Raw SQL: drizzle omits table names in single-table queries, which would change the meaning here.
  receivedBytes: sql<string>`coalesce((select max(u.received_bytes) from uploads u where u.scan_id = scans.id and u.state = 'active'), 0)`,
  frameOrigin: sql<Georeference | null>`(select b.geographic_origin from blueprints b where b.id = scans.blueprint_id)`,
};

export async function listScans(tx: Tx, scope: TeamScope, blueprintId: BlueprintId): Promise<ScanWithUpload[]> {
  const rows = await tx
    .select(withUpload)
    .from(scans)
    .where(and(eq(scans.blueprintId, blueprintId), eq(scans.teamId, scope.teamId), isNull(scans.deletedAt)))
    .orderBy(asc(scans.createdAt), asc(scans.id));
  return rows.map(({ receivedBytes, ...row }) => ({ ...row, receivedBytes: Number(receivedBytes) }));
}

/** Unscoped on purpose: the caller checks the team of the result, or is internal. */
export async function findScanUnchecked(tx: Tx, id: ScanId): Promise<ScanWithUpload | null> {
  const [row] = await tx
    .select(withUpload)
    .from(scans)
    .where(and(eq(scans.id, id), isNull(scans.deletedAt)));
  return row === undefined ? null : { ...row, receivedBytes: Number(row.receivedBytes) };
}

/** Unscoped on purpose: the caller checks the team. Finds a restorable scan too if it was removed after `removedSince`. */
export async function findTeamOfScan(tx: Tx, id: ScanId, removedSince: Date | null): Promise<TeamId | null> {
  const isThere = isNull(scans.deletedAt);
  const isRestorable =
    removedSince === null ? undefined : and(gt(scans.deletedAt, removedSince), isNotNull(scans.originalKey));
  const [row] = await tx
    .select({ teamId: scans.teamId })
    .from(scans)
    .where(and(eq(scans.id, id), or(isThere, isRestorable)));
  return (row?.teamId ?? null) as TeamId | null;
}

/** Whether neither the scan nor its blueprint is in the bin. */
export async function findTeamOfScanInUse(tx: Tx, id: ScanId): Promise<TeamId | null> {
  const [row] = await tx
    .select({ teamId: blueprints.teamId })
    .from(scans)
    .innerJoin(blueprints, and(eq(blueprints.id, scans.blueprintId), isNull(blueprints.binnedAt)))
    .innerJoin(teams, and(eq(teams.id, blueprints.teamId), isNull(teams.deletedAt)))
    .where(and(eq(scans.id, id), isNull(scans.deletedAt)));
  return (row?.teamId ?? null) as TeamId | null;
}

/** Locks the scan's row until the transaction ends: state changes happen one after another. */
export async function lockScan(tx: Tx, id: ScanId): Promise<ScanRow | null> {
  const [row] = await tx
    .select()
    .from(scans)
    .where(and(eq(scans.id, id), isNull(scans.deletedAt)))
    .for("update");
  return row ?? null;
}

export async function insertScan(tx: Tx, scope: TeamScope, scan: typeof scans.$inferInsert): Promise<ScanRow> {
  const [row] = await tx
    .insert(scans)
    .values({ ...scan, teamId: scope.teamId })
    .returning();
  return row as ScanRow;
}

/** Counts a blueprint's scans without removed ones. */
export async function countScans(tx: Tx, scope: TeamScope, blueprintId: BlueprintId): Promise<number> {
  const isThere = and(eq(scans.teamId, scope.teamId), eq(scans.blueprintId, blueprintId), isNull(scans.deletedAt));
  return await tx.$count(scans, isThere);
}

export type ScanChange = Partial<
  Pick<
    ScanRow,
    | "state"
    | "kind"
    | "format"
    | "preflight"
    | "frame"
    | "originalKey"
    | "deliveryPrefix"
    | "deliveryBytes"
    | "converterVersion"
    | "report"
    | "progress"
    | "problem"
    | "problemDetail"
    | "attempt"
    | "heartbeatAt"
    | "deletedAt"
  >
>;

/** Call it under `lockScan`, and announce the change. */
export async function updateScan(tx: Tx, id: ScanId, change: ScanChange, now: Date): Promise<ScanRow> {
  const [row] = await tx
    .update(scans)
    .set({ ...change, updatedAt: now })
    .where(eq(scans.id, id))
    .returning();
  return row as ScanRow;
}

/** One run of the converter: a takeover creates another attempt, and writes of the former one have no effect. */
export interface ScanAttempt {
  scanId: ScanId;
  attempt: number;
}

function isRunning({ scanId, attempt }: ScanAttempt): SQL | undefined {
  return and(eq(scans.id, scanId), eq(scans.attempt, attempt), eq(scans.state, "processing"), isNull(scans.deletedAt));
}

/** Records the progress of an attempt. @returns the scan's blueprint, or null when the attempt is outdated */
export async function beatAttempt(
  tx: Tx,
  attempt: ScanAttempt,
  change: { progress?: ConversionProgress },
  now: Date,
): Promise<string | null> {
  const [row] = await tx
    .update(scans)
    .set({ ...change, heartbeatAt: now })
    .where(isRunning(attempt))
    .returning({ blueprintId: scans.blueprintId });
  return row?.blueprintId ?? null;
}

/** Records what the content of the original shows. @returns as `beatAttempt` */
export async function recordPreflight(
  tx: Tx,
  attempt: ScanAttempt,
  preflight: PreflightReport,
  now: Date,
): Promise<string | null> {
  const [row] = await tx
    .update(scans)
    .set({ preflight, kind: preflight.kind, format: preflight.format, heartbeatAt: now, updatedAt: now })
    .where(isRunning(attempt))
    .returning({ blueprintId: scans.blueprintId });
  return row?.blueprintId ?? null;
}

export type AttemptEnd =
  | { state: "ready"; report: ScanReport; deliveryPrefix: string }
  | { state: "failed"; problem: ScanProblemCode; problemDetail: string | null };

/** Ends an attempt in one update. @returns as `beatAttempt` */
export async function endAttempt(tx: Tx, attempt: ScanAttempt, end: AttemptEnd, now: Date): Promise<ScanRow | null> {
  const change: ScanChange =
    end.state === "ready"
      ? {
          ...end,
          kind: end.report.kind,
          format: end.report.format,
          deliveryBytes: end.report.delivery.sizeBytes,
          converterVersion: converterVersions[end.report.kind],
          problem: null,
          problemDetail: null,
        }
      : end;
  const [row] = await tx
    .update(scans)
    .set({ ...change, progress: null, heartbeatAt: null, updatedAt: now })
    .where(isRunning(attempt))
    .returning();
  return row ?? null;
}

export async function listReadyScans(tx: Tx, scope: TeamScope, blueprintId: BlueprintId): Promise<ScanRow[]> {
  return await tx
    .select()
    .from(scans)
    .where(
      and(
        eq(scans.blueprintId, blueprintId),
        eq(scans.teamId, scope.teamId),
        // A scan that is converted again still has its previous delivery.
        isNotNull(scans.deliveryPrefix),
        isNull(scans.deletedAt),
      ),
    )
    .orderBy(asc(scans.createdAt), asc(scans.id));
}

/** The same for internal use. */
export async function listReadyScansUnchecked(tx: Tx, blueprintId: BlueprintId): Promise<ScanRow[]> {
  return await tx
    .select()
    .from(scans)
    .where(and(eq(scans.blueprintId, blueprintId), isNotNull(scans.deliveryPrefix), isNull(scans.deletedAt)))
    .orderBy(asc(scans.createdAt), asc(scans.id));
}

/** Null until a scan of the blueprint is georeferenced. */
export async function findGeographicOrigin(tx: Tx, blueprintId: BlueprintId): Promise<Georeference | null> {
  const [row] = await tx
    .select({ origin: blueprints.geographicOrigin })
    .from(blueprints)
    .where(eq(blueprints.id, blueprintId));
  return row?.origin ?? null;
}

/** Sets the origin once; later calls have no effect. */
export async function setGeographicOrigin(tx: Tx, blueprintId: BlueprintId, origin: Georeference): Promise<void> {
  await tx
    .update(blueprints)
    .set({ geographicOrigin: origin })
    .where(and(eq(blueprints.id, blueprintId), isNull(blueprints.geographicOrigin)));
}

/** For clean-up: includes deleted scans. */
export async function findScanEvenDeleted(tx: Tx, id: ScanId): Promise<ScanRow | null> {
  const [row] = await tx.select().from(scans).where(eq(scans.id, id));
  return row ?? null;
}

/** Scans removed after `since` that have an original, which restoring needs; the latest first. */
export async function listRemovedScans(
  tx: Tx,
  scope: TeamScope,
  blueprintId: BlueprintId,
  since: Date,
): Promise<ScanRow[]> {
  return await tx
    .select()
    .from(scans)
    .where(
      and(
        eq(scans.blueprintId, blueprintId),
        eq(scans.teamId, scope.teamId),
        gt(scans.deletedAt, since),
        isNotNull(scans.originalKey),
      ),
    )
    .orderBy(desc(scans.deletedAt), asc(scans.id));
}

/** Unscoped on purpose: the caller checks the team. Null when it was not removed, or before `since`. */
export async function lockRemovedScan(tx: Tx, id: ScanId, since: Date): Promise<ScanRow | null> {
  const [row] = await tx
    .select()
    .from(scans)
    .where(and(eq(scans.id, id), gt(scans.deletedAt, since), isNotNull(scans.originalKey)))
    .for("update");
  return row ?? null;
}

/** Whether a frozen version shows the files of a scan. */
export async function isShownByVersion(tx: Tx, scan: Pick<ScanRow, "id" | "blueprintId">): Promise<boolean> {
  const rows = await tx
    .select({ number: blueprintVersions.number })
    .from(blueprintVersions)
    .where(
      and(
        eq(blueprintVersions.blueprintId, scan.blueprintId),
        sql`${blueprintVersions.scans} @> ${JSON.stringify([{ scanId: scan.id }])}::jsonb`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether a frozen version shows exactly these files. */
export async function isPrefixShownByVersion(tx: Tx, blueprintId: string, deliveryPrefix: string): Promise<boolean> {
  const [found] = await tx
    .select({ number: blueprintVersions.number })
    .from(blueprintVersions)
    .where(showsDelivery(blueprintId, deliveryPrefix))
    .limit(1);
  return found !== undefined;
}

/** Replaces the files of a scan in every frozen version that shows them. Call it under the scan's lock. */
export async function replaceInVersions(
  tx: Tx,
  { blueprintId, deliveryPrefix }: { blueprintId: string; deliveryPrefix: string },
  renew: (scan: FrozenScan) => FrozenScan,
): Promise<void> {
  const versions = await tx
    .select({ number: blueprintVersions.number, scans: blueprintVersions.scans })
    .from(blueprintVersions)
    .where(showsDelivery(blueprintId, deliveryPrefix))
    .for("update");
  for (const { number, scans: shown } of versions) {
    await tx
      .update(blueprintVersions)
      .set({ scans: shown.map((scan) => (scan.deliveryPrefix === deliveryPrefix ? renew(scan) : scan)) })
      .where(and(eq(blueprintVersions.blueprintId, blueprintId), eq(blueprintVersions.number, number)));
  }
}

function showsDelivery(blueprintId: string, deliveryPrefix: string): SQL | undefined {
  return and(
    eq(blueprintVersions.blueprintId, blueprintId),
    sql`${blueprintVersions.scans} @> ${JSON.stringify([{ deliveryPrefix }])}::jsonb`,
  );
}

/** Scans whose delivery an earlier converter made, oldest first. Scans in the bin are left alone. */
export async function listOutdatedScans(tx: Tx, kind: ScanKind, version: number): Promise<ScanId[]> {
  const rows = await tx
    .select({ id: scans.id })
    .from(scans)
    .innerJoin(blueprints, and(eq(blueprints.id, scans.blueprintId), isNull(blueprints.binnedAt)))
    .innerJoin(teams, and(eq(teams.id, scans.teamId), isNull(teams.deletedAt)))
    .where(
      and(
        eq(scans.kind, kind),
        eq(scans.state, "ready"),
        lt(scans.converterVersion, version),
        isNotNull(scans.originalKey),
        isNull(scans.deletedAt),
      ),
    )
    .orderBy(asc(scans.createdAt), asc(scans.id));
  return rows.map(({ id }) => id as ScanId);
}

/** Reaches every server when the caller's transaction commits. */
export async function notifyServers(tx: Tx, channel: string, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
}
