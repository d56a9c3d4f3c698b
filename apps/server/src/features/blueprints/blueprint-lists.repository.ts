import type { TeamId } from "@blueprint/contract/ids";
import { and, count, desc, eq, getTableColumns, ilike, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { scans } from "../../db/schema/scans.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";
import { batchReads, readAlone } from "../../platform/read-path/batch-reads.ts";
import { prepareRead } from "../../platform/read-path/prepared-read.ts";
import { revisionOfBlueprint, type VersionedBlueprintRow, versionOfBlueprint } from "./blueprints.repository.ts";

export interface BlueprintFilter {
  search: string | undefined;
  tag?: string | undefined;
  state: "open" | "draft" | "ready" | "published" | "archived" | "binned";
}

export async function listBlueprints(
  tx: Tx,
  scope: TeamScope,
  filter: BlueprintFilter,
  cursor: PageCursor | null,
  limit: number,
): Promise<VersionedBlueprintRow[]> {
  const question = { teamId: scope.teamId, pattern: toPattern(filter), tag: toTag(filter), cursor, limit };
  return await findReader(filter, question).readList(tx, question);
}

export async function countBlueprints(tx: Tx, scope: TeamScope, filter: BlueprintFilter): Promise<number> {
  const question = { teamId: scope.teamId, pattern: toPattern(filter), tag: toTag(filter), cursor: null, limit: 0 };
  return await findReader(filter, question).readTotal(tx, question);
}

export interface PageRevision {
  /** Revisions of its blueprints, concatenated in list order. */
  blueprints: string;
  total: number;
}

/** Not for searches. */
export async function readPageRevision(
  tx: Tx,
  { teamId }: TeamScope,
  state: BlueprintFilter["state"],
  cursor: PageCursor | null,
  limit: number,
): Promise<PageRevision> {
  const filter = { search: undefined, state };
  const question = { teamId, pattern: toPattern(filter), tag: toTag(filter), cursor, limit };
  return await findReader(filter, question).readRevision(tx, question);
}

function toPattern({ search }: BlueprintFilter): string {
  return `%${(search ?? "").trim().replace(/[\\%_]/g, "\\$&")}%`;
}

/** Lower-casing happens in the database alone, so that both sides match. */
function toTag({ tag }: BlueprintFilter): string {
  return (tag ?? "").trim();
}

interface Question {
  teamId: TeamId;
  pattern: string;
  /** Empty for any tag. */
  tag: string;
  cursor: PageCursor | null;
  limit: number;
}

/** The conditions of a list. One statement reads all lists of the same shape, whatever their values. */
interface Shape {
  state: BlueprintFilter["state"];
  isSearch: boolean;
  isTagged: boolean;
  isContinued: boolean;
}

type Reader = ReturnType<typeof createReader>;
const readers = new Map<string, Reader>();

function findReader({ state }: BlueprintFilter, { pattern, tag, cursor }: Question): Reader {
  const shape = { state, isSearch: pattern !== "%%", isTagged: tag !== "", isContinued: cursor !== null };
  const key = JSON.stringify(shape);
  const reader = readers.get(key) ?? createReader(shape);
  readers.set(key, reader);
  return reader;
}

function createReader(shape: Shape) {
  const readLists = prepareLists(shape);
  const readTotals = prepareTotals(shape);
  const readRevisions = prepareRevisions(shape);
  // The time of a search depends on the team's size: a team must not wait for another's.
  const together = shape.isSearch || shape.isTagged ? readAlone : batchReads;
  return {
    readList: together(async (tx, questions: Question[]) => {
      const lists: VersionedBlueprintRow[][] = questions.map(() => []);
      for (const row of await readLists(tx, toArrays(questions))) lists[row.position]?.push(row);
      return lists;
    }),
    readTotal: together(async (tx, questions: Question[]) => {
      const totals = questions.map(() => 0);
      for (const { position, total } of await readTotals(tx, toArrays(questions))) totals[position] = total;
      return totals;
    }),
    readRevision: together(async (tx, questions: Question[]) => {
      const revisions = questions.map((): PageRevision => ({ blueprints: "", total: 0 }));
      for (const { position, ...revision } of await readRevisions(tx, toArrays(questions)))
        revisions[position] = revision;
      return revisions;
    }),
  };
}

const asked = {
  teamId: sql`asked.team_id`,
  pattern: sql`asked.pattern`,
  tag: sql`asked.tag`,
  // Sent as text, because drizzle encodes lists of times wrongly.
  updatedAt: sql`asked.updated_at::timestamptz`,
  id: sql`asked.id`,
  /** Index of the question, from 0. */
  position: sql<number>`asked.position::int - 1`,
};
const questionRows = sql`unnest(
    ${sql.placeholder("teamIds")}::uuid[], ${sql.placeholder("patterns")}::text[], ${sql.placeholder("tags")}::text[],
    ${sql.placeholder("updatedAts")}::text[], ${sql.placeholder("ids")}::uuid[], ${sql.placeholder("limits")}::int[]
  ) with ordinality as asked(team_id, pattern, tag, updated_at, id, rows_max, position)`;

function toArrays(questions: Question[]) {
  return {
    teamIds: questions.map(({ teamId }) => teamId),
    patterns: questions.map(({ pattern }) => pattern),
    tags: questions.map(({ tag }) => tag),
    updatedAts: questions.map(({ cursor }) => cursor?.at.toISOString() ?? null),
    ids: questions.map(({ cursor }) => cursor?.id ?? null),
    limits: questions.map(({ limit }) => limit),
  };
}

function toPageOf(columns: SQL, shape: Shape): SQL {
  const isBehind = sql`(${blueprints.updatedAt}, ${blueprints.id}) < (${asked.updatedAt}, ${asked.id})`;
  return sql`select ${columns} from ${blueprints}
    where ${and(...toConditions(shape), shape.isContinued ? isBehind : undefined)}
    order by ${desc(blueprints.updatedAt)}, ${desc(blueprints.id)} limit asked.rows_max`;
}

function toTotalOf(shape: Shape) {
  return sql<number>`(select count(*)::int from ${blueprints} where ${and(...toConditions(shape))})`;
}

function prepareLists(shape: Shape) {
  return prepareRead(
    { ...getTableColumns(blueprints), version: sql<string>`${blueprints}.version`, position: asked.position },
    // The page is aliased to the table's name, by which its columns are selected. It runs for each question in turn, so
    // that the rows keep its order.
    sql`${questionRows} cross join lateral (${toPageOf(sql`*, ${versionOfBlueprint} as version`, shape)}) as ${blueprints}`,
  );
}

function prepareTotals(shape: Shape) {
  return prepareRead({ position: asked.position, total: toTotalOf(shape) }, sql`${questionRows}`);
}

function prepareRevisions(shape: Shape) {
  const page = toPageOf(sql`${revisionOfBlueprint} as revision, ${blueprints.updatedAt}, ${blueprints.id}`, shape);
  const revision = sql<string>`(select coalesce(string_agg(page.revision, '' order by page.updated_at desc, page.id desc), '') from (${page}) as page)`;
  return prepareRead({ position: asked.position, blueprints: revision, total: toTotalOf(shape) }, sql`${questionRows}`);
}

const hasReadyScan = sql`exists (select 1 from ${scans} where ${scans.blueprintId} = ${blueprints.id} and ${scans.deliveryPrefix} is not null and ${scans.deletedAt} is null)`;

const tagRows = sql`jsonb_array_elements_text(${blueprints.tags}) as tags(tag)`;

function toConditions({ state, isSearch, isTagged }: Shape): SQL[] {
  const alive = [isNull(blueprints.archivedAt), isNull(blueprints.binnedAt)];
  const byState = {
    open: alive,
    draft: [...alive, isNull(blueprints.publishedVersion), sql`not ${hasReadyScan}`],
    ready: [...alive, isNull(blueprints.publishedVersion), hasReadyScan],
    published: [...alive, isNotNull(blueprints.publishedVersion)],
    archived: [isNotNull(blueprints.archivedAt), isNull(blueprints.binnedAt)],
    binned: [isNotNull(blueprints.binnedAt)],
  }[state];
  const matches = isSearch
    ? [
        or(
          ilike(blueprints.name, asked.pattern),
          ilike(blueprints.address, asked.pattern),
          sql`exists (select 1 from ${tagRows} where tag ilike ${asked.pattern})`,
        ) as SQL,
      ]
    : [];
  const tagged = isTagged ? [sql`exists (select 1 from ${tagRows} where lower(tag) = lower(${asked.tag}))`] : [];
  return [eq(blueprints.teamId, asked.teamId), ...byState, ...matches, ...tagged];
}

/** Merges tags regardless of case; shows the spelling used first. */
export async function listTags(tx: Tx, scope: TeamScope): Promise<{ tag: string; count: number }[]> {
  const tags = tx
    .select({
      tag: sql<string>`jsonb_array_elements_text(${blueprints.tags})`.as("tag"),
      createdAt: blueprints.createdAt,
    })
    .from(blueprints)
    .where(and(eq(blueprints.teamId, scope.teamId), isNull(blueprints.binnedAt)))
    .as("tags");
  return await tx
    .select({ tag: sql<string>`(array_agg(${tags.tag} order by ${tags.createdAt}))[1]`, count: count() })
    .from(tags)
    .groupBy(sql`lower(${tags.tag})`)
    .orderBy(desc(count()), sql`lower(${tags.tag})`);
}
