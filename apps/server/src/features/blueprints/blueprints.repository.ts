import type { ClaimState } from "@blueprint/contract/blueprint-details";
import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { toMediaName } from "@blueprint/contract/media";
import type { OpeningHours, VenueFact } from "@blueprint/contract/opening-hours";
import { and, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import { teams } from "../../db/schema/teams.ts";
import { storedObjects } from "../../db/schema/uploads.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { batchReads } from "../../platform/read-path/batch-reads.ts";
import { prepareRead } from "../../platform/read-path/prepared-read.ts";

export type BlueprintRow = typeof blueprints.$inferSelect;
/** `version` changes with every write of the row: it is the id of the transaction that wrote it. */
export type VersionedBlueprintRow = BlueprintRow & { version: string };

export const versionOfBlueprint = sql<string>`${blueprints}.xmin::text`;
const versionOfScan = sql<string>`${scans}.xmin::text`;
/**
 * Identifies the state of everything shown of a blueprint: its row and its scans. `toRevision` builds the same from
 * what was read. Anything else that is shown of blueprints must be added to both.
 */
export const revisionOfBlueprint = sql<string>`concat(${blueprints.id}, '.', ${blueprints}.xmin, '[', (
  select string_agg(concat(${scans.id}, '.', ${scans}.xmin), ',' order by ${scans.createdAt}, ${scans.id}) from ${scans}
  where ${scans.blueprintId} = ${blueprints.id} and ${isNull(scans.deletedAt)}), ']')`;

/** The same text as the database's `revisionOfBlueprint`. */
export function toRevision({ id, version }: VersionedBlueprintRow, summary: ScanSummary | undefined): string {
  return `${id}.${version}[${summary?.revision ?? ""}]`;
}

/** What a list or a screen needs of a blueprint's scans. */
export interface ScanSummary {
  scanCount: number;
  failedScanCount: number;
  hasReadyScan: boolean;
  /** Locations of the ready scans' preview pictures, the first scan's first. */
  previews: { scanId: string; deliveryPrefix: string; preview: string }[];
  /** Identifies the state of all of them. */
  revision: string;
}

const readBlueprintsById = prepareRead(
  { ...getTableColumns(blueprints), version: versionOfBlueprint },
  blueprints,
  sql`${blueprints.id} = any(${sql.placeholder("ids")}::uuid[])`,
);

/** Unscoped on purpose: the caller checks the team of the result before anything else. */
export const findBlueprintUnchecked = batchReads(async (tx: Tx, ids: BlueprintId[]) => {
  const rows = await readBlueprintsById(tx, { ids });
  const byId = new Map<string, VersionedBlueprintRow>(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
});

const readRevisionsById = prepareRead(
  { id: blueprints.id, teamId: blueprints.teamId, revision: revisionOfBlueprint },
  blueprints,
  sql`${blueprints.id} = any(${sql.placeholder("ids")}::uuid[])`,
);

/** Unscoped on purpose: the caller checks the team before it reveals anything. */
export const findRevisionUnchecked = batchReads(async (tx: Tx, ids: BlueprintId[]) => {
  const byId = new Map((await readRevisionsById(tx, { ids })).map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
});

const isServed = sql`${blueprints.publishedVersion} is not null
  and (${blueprints.expiresAt} is null or ${blueprints.expiresAt} > ${sql.placeholder("now")}::timestamptz)
  and ${blueprints.archivedAt} is null and ${blueprints.binnedAt} is null
  and not exists (select 1 from ${teams} where ${teams.id} = ${blueprints.teamId} and ${teams.deletedAt} is not null)`;

const readServedBySlug = prepareRead(
  getTableColumns(blueprints),
  blueprints,
  sql`${blueprints.slug} = ${sql.placeholder("slug")} and ${isServed}`,
);
const readServedById = prepareRead(
  getTableColumns(blueprints),
  blueprints,
  sql`${blueprints.id} = ${sql.placeholder("id")}::uuid and ${isServed}`,
);

/** The blueprint being served now; the caller checks its visibility. */
export async function findServedRowBySlug(tx: Tx, slug: string, now: Date): Promise<BlueprintRow | null> {
  return (await readServedBySlug(tx, { slug, now: now.toISOString() }))[0] ?? null;
}

/** The same by id. */
export async function findServedRowById(tx: Tx, id: string, now: Date): Promise<BlueprintRow | null> {
  return (await readServedById(tx, { id, now: now.toISOString() }))[0] ?? null;
}

/** Locks the row until the transaction ends. Rows that reference the blueprint can still be inserted. */
export async function lockBlueprintRow(tx: Tx, scope: TeamScope, id: BlueprintId): Promise<BlueprintRow | null> {
  const [row] = await tx
    .select()
    .from(blueprints)
    .where(and(eq(blueprints.id, id), eq(blueprints.teamId, scope.teamId)))
    .for("no key update");
  return row ?? null;
}

export interface NewBlueprint {
  id: BlueprintId;
  slug: string;
  name: string;
  industry: BlueprintRow["industry"];
  description: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  tags: string[];
  timeZone: string | null;
  placeId: string | null;
  floorAreaSquareMetres: number | null;
  openingHours: OpeningHours | null;
  facts: VenueFact[];
  createdBy: UserId;
  now: Date;
}

export async function insertBlueprint(
  tx: Tx,
  scope: TeamScope,
  { now, ...blueprint }: NewBlueprint,
): Promise<BlueprintRow> {
  const [row] = await tx
    .insert(blueprints)
    .values({ ...blueprint, teamId: scope.teamId, createdAt: now, updatedAt: now })
    .returning();
  return row as BlueprintRow;
}

export type BlueprintChange = Partial<
  Pick<
    BlueprintRow,
    | "name"
    | "industry"
    | "description"
    | "address"
    | "latitude"
    | "longitude"
    | "tags"
    | "cover"
    | "timeZone"
    | "placeId"
    | "floorAreaSquareMetres"
    | "openingHours"
    | "facts"
    | "archivedAt"
    | "binnedAt"
    | "publishedVersion"
    | "latestVersion"
    | "visibility"
    | "passwordHash"
    | "expiresAt"
    | "embedOrigins"
    | "audienceLinks"
  >
>;

export async function updateBlueprint(
  tx: Tx,
  scope: TeamScope,
  id: BlueprintId,
  change: BlueprintChange,
  now: Date,
): Promise<BlueprintRow> {
  const [row] = await tx
    .update(blueprints)
    .set({ ...change, updatedAt: now })
    .where(and(eq(blueprints.id, id), eq(blueprints.teamId, scope.teamId)))
    .returning();
  return row as BlueprintRow;
}

/**
 * Unscoped on purpose: operators decide on visitors' claims. Not a change of content: the order by last change stays.
 */
export async function updateClaimState(
  tx: Tx,
  slug: string,
  claimState: ClaimState,
  from: ClaimState[],
): Promise<void> {
  await tx
    .update(blueprints)
    .set({ claimState })
    .where(and(eq(blueprints.slug, slug), inArray(blueprints.claimState, from)));
}

const readScansOfBlueprints = prepareRead(
  {
    id: scans.id,
    version: versionOfScan,
    blueprintId: scans.blueprintId,
    state: scans.state,
    deliveryPrefix: scans.deliveryPrefix,
    preview: sql<string | null>`${scans.report}->>'preview'`,
  },
  scans,
  sql`${scans.blueprintId} = any(${sql.placeholder("ids")}::uuid[]) and ${isNull(scans.deletedAt)}
    order by ${scans.createdAt}, ${scans.id}`,
);

/** Only blueprints with scans appear in the result. */
export const summariseScans = batchReads(async (tx: Tx, questions: string[][]) => {
  const summaries = new Map<string, ScanSummary>();
  const ids = questions.flat();
  if (ids.length > 0) for (const row of await readScansOfBlueprints(tx, { ids })) addScan(summaries, row);
  return questions.map(() => summaries as ReadonlyMap<string, ScanSummary>);
});

function addScan(
  summaries: Map<string, ScanSummary>,
  scan: Awaited<ReturnType<typeof readScansOfBlueprints>>[number],
): void {
  const nothing = { scanCount: 0, failedScanCount: 0, hasReadyScan: false, previews: [], revision: "" };
  const summary = summaries.get(scan.blueprintId) ?? nothing;
  summary.revision += `${summary.scanCount === 0 ? "" : ","}${scan.id}.${scan.version}`;
  summary.scanCount++;
  if (scan.state === "failed") summary.failedScanCount++;
  if (scan.deliveryPrefix !== null) {
    summary.hasReadyScan = true;
    const { id: scanId, deliveryPrefix, preview } = scan;
    if (preview !== null) summary.previews.push({ scanId, deliveryPrefix, preview });
  }
  summaries.set(scan.blueprintId, summary);
}

/** A file among the team's content; null when there is none. */
export async function findTeamFile(
  tx: Tx,
  { teamId }: TeamScope,
  fileId: string,
): Promise<{ sizeBytes: number; contentType: string | null } | null> {
  const [row] = await tx
    .select({ sizeBytes: storedObjects.sizeBytes, contentType: storedObjects.contentType })
    .from(storedObjects)
    .where(and(eq(storedObjects.bucket, storageBucket), eq(storedObjects.fullPath, toMediaName(teamId, fileId))));
  return row ?? null;
}
