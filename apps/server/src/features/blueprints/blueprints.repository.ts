import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { and, count, desc, eq, gt, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { buildOnce, type Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import { teams } from "../../db/schema/teams.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";
import type { TeamScope } from "../teams/teams.service.ts";

export type BlueprintRow = typeof blueprints.$inferSelect;

/** What a list or a screen needs of a blueprint's scans. */
export interface ScanSummary {
  scanCount: number;
  failedScanCount: number;
  hasReadyScan: boolean;
  /** Where the preview picture of the first ready scan lies. */
  cover: { deliveryPrefix: string; preview: string } | null;
}

const blueprintById = buildOnce((tx) =>
  tx
    .select()
    .from(blueprints)
    .where(eq(blueprints.id, sql.placeholder("id")))
    .prepare("blueprint-by-id"),
);

/** Without a scope on purpose: the caller checks the team of what it finds before anything else happens. */
export async function findBlueprintUnchecked(tx: Tx, id: BlueprintId): Promise<BlueprintRow | null> {
  const [row] = await blueprintById(tx).execute({ id });
  return row ?? null;
}

/** What visitors may come to now; one with a password among them: whoever serves it asks for that. */
export async function findPublishedBySlug(tx: Tx, slug: string, now: Date): Promise<BlueprintRow | null> {
  const [row] = await tx
    .select()
    .from(blueprints)
    .where(
      and(
        eq(blueprints.slug, slug),
        isNotNull(blueprints.publishedVersion),
        inArray(blueprints.visibility, ["public", "unlisted", "password"]),
        or(isNull(blueprints.expiresAt), gt(blueprints.expiresAt, now)),
        isNull(blueprints.archivedAt),
        isNull(blueprints.binnedAt),
        sql`not exists (select 1 from ${teams} where ${teams.id} = ${blueprints.teamId} and ${teams.deletedAt} is not null)`,
      ),
    );
  return row ?? null;
}

export async function lockBlueprint(tx: Tx, scope: TeamScope, id: BlueprintId): Promise<BlueprintRow | null> {
  const [row] = await tx
    .select()
    .from(blueprints)
    .where(and(eq(blueprints.id, id), eq(blueprints.teamId, scope.teamId)))
    .for("update");
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
    | "archivedAt"
    | "binnedAt"
    | "publishedVersion"
    | "latestVersion"
    | "visibility"
    | "passwordHash"
    | "expiresAt"
    | "embedOrigins"
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

export interface BlueprintFilter {
  search: string | undefined;
  state: "open" | "draft" | "ready" | "published" | "archived" | "binned";
}

const hasReadyScan = sql`exists (select 1 from ${scans} where ${scans.blueprintId} = ${blueprints.id} and ${scans.deliveryPrefix} is not null and ${scans.deletedAt} is null)`;

/** Which conditions a list has; their values are placeholders. */
interface ListShape {
  state: BlueprintFilter["state"];
  isSearch: boolean;
  isContinued: boolean;
}

function toConditions({ state, isSearch }: Omit<ListShape, "isContinued">): SQL[] {
  const alive = [isNull(blueprints.archivedAt), isNull(blueprints.binnedAt)];
  const byState = {
    open: alive,
    draft: [...alive, isNull(blueprints.publishedVersion), sql`not ${hasReadyScan}`],
    ready: [...alive, isNull(blueprints.publishedVersion), hasReadyScan],
    published: [...alive, isNotNull(blueprints.publishedVersion)],
    archived: [isNotNull(blueprints.archivedAt), isNull(blueprints.binnedAt)],
    binned: [isNotNull(blueprints.binnedAt)],
  }[state];
  const pattern = sql.placeholder("pattern");
  const matches = isSearch ? [or(ilike(blueprints.name, pattern), ilike(blueprints.address, pattern)) as SQL] : [];
  return [eq(blueprints.teamId, sql.placeholder("teamId")), ...byState, ...matches];
}

function toPattern({ search }: BlueprintFilter): string {
  return `%${(search ?? "").trim().replace(/[\\%_]/g, "\\$&")}%`;
}

const isAnything = (pattern: string): boolean => pattern === "%%";

function buildList(tx: Tx, shape: ListShape) {
  const [updatedAt, id] = [sql.placeholder("updatedAt"), sql.placeholder("id")];
  const isBehind = sql`(${blueprints.updatedAt}, ${blueprints.id}) < (${updatedAt}, ${id})`;
  return tx
    .select()
    .from(blueprints)
    .where(and(...toConditions(shape), shape.isContinued ? isBehind : undefined))
    .orderBy(desc(blueprints.updatedAt), desc(blueprints.id))
    .limit(sql.placeholder("limit"))
    .prepare("blueprint-list");
}

function buildCount(tx: Tx, shape: Omit<ListShape, "isContinued">) {
  return tx
    .select({ n: count() })
    .from(blueprints)
    .where(and(...toConditions(shape)))
    .prepare("blueprint-count");
}

const lists = buildOnce(() => new Map<string, ReturnType<typeof buildList>>());
const counts = buildOnce(() => new Map<string, ReturnType<typeof buildCount>>());

export async function listBlueprints(
  tx: Tx,
  scope: TeamScope,
  filter: BlueprintFilter,
  cursor: PageCursor | null,
  limit: number,
): Promise<BlueprintRow[]> {
  const pattern = toPattern(filter);
  const shape = { state: filter.state, isSearch: !isAnything(pattern), isContinued: cursor !== null };
  const key = `${shape.state} ${shape.isSearch} ${shape.isContinued}`;
  const statement = lists(tx).get(key) ?? buildList(tx, shape);
  lists(tx).set(key, statement);
  return await statement.execute({
    teamId: scope.teamId,
    pattern,
    updatedAt: cursor?.at.toISOString(),
    id: cursor?.id,
    limit,
  });
}

export async function countBlueprints(tx: Tx, scope: TeamScope, filter: BlueprintFilter): Promise<number> {
  const pattern = toPattern(filter);
  const shape = { state: filter.state, isSearch: !isAnything(pattern) };
  const key = `${shape.state} ${shape.isSearch}`;
  const statement = counts(tx).get(key) ?? buildCount(tx, shape);
  counts(tx).set(key, statement);
  const [row] = await statement.execute({ teamId: scope.teamId, pattern });
  return row?.n ?? 0;
}

const scansOfBlueprints = buildOnce((tx) =>
  tx
    .select({
      blueprintId: scans.blueprintId,
      state: scans.state,
      deliveryPrefix: scans.deliveryPrefix,
      preview: sql<string | null>`${scans.report}->>'preview'`,
    })
    .from(scans)
    .where(and(sql`${scans.blueprintId} = any(${sql.placeholder("ids")}::uuid[])`, isNull(scans.deletedAt)))
    .orderBy(scans.createdAt)
    .prepare("scans-of-blueprints"),
);

export async function summariseScans(tx: Tx, blueprintIds: string[]): Promise<Map<string, ScanSummary>> {
  const summaries = new Map<string, ScanSummary>();
  if (blueprintIds.length === 0) return summaries;
  const rows = await scansOfBlueprints(tx).execute({ ids: blueprintIds });
  for (const row of rows) {
    const summary = summaries.get(row.blueprintId) ?? {
      scanCount: 0,
      failedScanCount: 0,
      hasReadyScan: false,
      cover: null,
    };
    summary.scanCount++;
    if (row.state === "failed") summary.failedScanCount++;
    if (row.deliveryPrefix !== null) {
      summary.hasReadyScan = true;
      if (summary.cover === null && row.preview !== null) {
        summary.cover = { deliveryPrefix: row.deliveryPrefix, preview: row.preview };
      }
    }
    summaries.set(row.blueprintId, summary);
  }
  return summaries;
}
