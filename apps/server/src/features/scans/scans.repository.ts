import type { BlueprintId, ScanId } from "@blueprint/contract/ids";
import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import type { ConversionProgress, Georeference, PreflightReport, ScanReport } from "@blueprint/contract/scan-report";
import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints, blueprintVersions } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import { teams } from "../../db/schema/teams.ts";
import type { TeamScope } from "../teams/teams.service.ts";

export type ScanRow = typeof scans.$inferSelect;

/** A scan with how much of its original has arrived. */
export interface ScanWithUpload {
  scan: ScanRow;
  /** Of the running upload; 0 when there is none. */
  receivedBytes: number;
  /** Of the blueprint's frame. */
  frameOrigin: Georeference | null;
}

const withUpload = {
  scan: scans,
  // In words of SQL: drizzle leaves table names away in what a query of one table selects, here with another meaning.
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

/** Without a scope on purpose: the caller checks the team of what it finds, or is the server's own work. */
export async function findScanUnchecked(tx: Tx, id: ScanId): Promise<ScanWithUpload | null> {
  const [row] = await tx
    .select(withUpload)
    .from(scans)
    .where(and(eq(scans.id, id), isNull(scans.deletedAt)));
  return row === undefined ? null : { ...row, receivedBytes: Number(row.receivedBytes) };
}

/** Whether a scan lies neither in the bin itself nor in what does. */
export async function isScanInUse(tx: Tx, id: ScanId): Promise<boolean> {
  const rows = await tx
    .select({ id: scans.id })
    .from(scans)
    .innerJoin(blueprints, and(eq(blueprints.id, scans.blueprintId), isNull(blueprints.binnedAt)))
    .innerJoin(teams, and(eq(teams.id, blueprints.teamId), isNull(teams.deletedAt)))
    .where(and(eq(scans.id, id), isNull(scans.deletedAt)));
  return rows.length > 0;
}

/** Takes the scan's row until the transaction ends: changes of state happen one after another. */
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

/** Of a blueprint, without those that were removed. */
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
    | "report"
    | "progress"
    | "problem"
    | "problemDetail"
    | "attempt"
    | "heartbeatAt"
    | "deletedAt"
  >
>;

/** Call under `lockScan`, and announce it. */
export async function updateScan(tx: Tx, id: ScanId, change: ScanChange, now: Date): Promise<ScanRow> {
  const [row] = await tx
    .update(scans)
    .set({ ...change, updatedAt: now })
    .where(eq(scans.id, id))
    .returning();
  return row as ScanRow;
}

/** One run of the converter: whoever took it over has another attempt, and this one's writes go nowhere. */
export interface ScanAttempt {
  scanId: ScanId;
  attempt: number;
}

function isRunning({ scanId, attempt }: ScanAttempt): SQL | undefined {
  return and(eq(scans.id, scanId), eq(scans.attempt, attempt), eq(scans.state, "processing"), isNull(scans.deletedAt));
}

/** Tells how far an attempt is. Answers the scan's blueprint, or null when it is not this attempt's turn any more. */
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

/** Notes what the content of the original says; answers as `beatAttempt`. */
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

/** Ends an attempt in one update; answers as `beatAttempt`. */
export async function endAttempt(tx: Tx, attempt: ScanAttempt, end: AttemptEnd, now: Date): Promise<ScanRow | null> {
  const change: ScanChange =
    end.state === "ready"
      ? {
          ...end,
          kind: end.report.kind,
          format: end.report.format,
          deliveryBytes: end.report.delivery.sizeBytes,
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
        // One that is converted once more has the delivery from before.
        isNotNull(scans.deliveryPrefix),
        isNull(scans.deletedAt),
      ),
    )
    .orderBy(asc(scans.createdAt), asc(scans.id));
}

/** The same for the server's own work. */
export async function listReadyScansUnchecked(tx: Tx, blueprintId: BlueprintId): Promise<ScanRow[]> {
  return await tx
    .select()
    .from(scans)
    .where(and(eq(scans.blueprintId, blueprintId), isNotNull(scans.deliveryPrefix), isNull(scans.deletedAt)))
    .orderBy(asc(scans.createdAt), asc(scans.id));
}

/** Null until a scan of the blueprint knew where it lies. */
export async function findGeographicOrigin(tx: Tx, blueprintId: BlueprintId): Promise<Georeference | null> {
  const [row] = await tx
    .select({ origin: blueprints.geographicOrigin })
    .from(blueprints)
    .where(eq(blueprints.id, blueprintId));
  return row?.origin ?? null;
}

/** Once and for all: a second origin is not taken. */
export async function setGeographicOrigin(tx: Tx, blueprintId: BlueprintId, origin: Georeference): Promise<void> {
  await tx
    .update(blueprints)
    .set({ geographicOrigin: origin })
    .where(and(eq(blueprints.id, blueprintId), isNull(blueprints.geographicOrigin)));
}

/** For clean-up: deleted scans too. */
export async function findScanEvenDeleted(tx: Tx, id: ScanId): Promise<ScanRow | null> {
  const [row] = await tx.select().from(scans).where(eq(scans.id, id));
  return row ?? null;
}

/** Removed after `since` and with an original, which is what restoring needs; the latest first. */
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

/** Without a scope on purpose: the caller checks the team. Null when it was not removed, or before `since`. */
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

/** Sent to every server when the caller's transaction commits. */
export async function notifyServers(tx: Tx, channel: string, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
}
