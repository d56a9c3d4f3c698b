import type { Industry } from "@blueprint/contract/users";
import { and, count, desc, eq, gt, ilike, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { blueprints, blueprintVersions } from "../../db/schema/blueprints.ts";
import { teams } from "../../db/schema/teams.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

export interface DiscoverFilter {
  /** Each word must occur in the name, the address, the description or a tag. */
  words: string[];
  industry: Industry | undefined;
  /** Excludes places that have expired by then. */
  now: Date;
}

const serves = and(
  eq(blueprintVersions.blueprintId, blueprints.id),
  eq(blueprintVersions.number, blueprints.publishedVersion),
);

function toConditions({ words, industry, now }: DiscoverFilter): SQL[] {
  return [
    eq(blueprints.visibility, "public"),
    isNull(blueprints.archivedAt),
    isNull(blueprints.binnedAt),
    or(isNull(blueprints.expiresAt), gt(blueprints.expiresAt, now)) as SQL,
    sql`not exists (select 1 from ${teams} where ${teams.id} = ${blueprints.teamId} and ${teams.deletedAt} is not null)`,
    ...(industry === undefined ? [] : [eq(blueprintVersions.industry, industry)]),
    ...words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
      return or(
        ilike(blueprintVersions.name, pattern),
        ilike(blueprintVersions.address, pattern),
        ilike(blueprintVersions.description, pattern),
        sql`exists (select 1 from jsonb_array_elements_text(${blueprintVersions.tags}) as tags(tag) where tag ilike ${pattern})`,
      ) as SQL;
    }),
  ];
}

/** Unscoped on purpose: returns only what owners made public, as in the served version. */
export async function listPublicPlaces(tx: Tx, filter: DiscoverFilter, cursor: PageCursor | null, limit: number) {
  return await tx
    .select({
      id: blueprints.id,
      slug: blueprints.slug,
      name: blueprintVersions.name,
      industry: blueprintVersions.industry,
      description: blueprintVersions.description,
      address: blueprintVersions.address,
      teamId: blueprints.teamId,
      tags: blueprintVersions.tags,
      cover: blueprintVersions.cover,
      publishedAt: blueprintVersions.publishedAt,
      scans: blueprintVersions.scans,
      anchorCount: blueprintVersions.anchorCount,
    })
    .from(blueprints)
    .innerJoin(blueprintVersions, serves)
    .where(and(...toConditions(filter), isBehind(blueprintVersions.publishedAt, blueprints.id, cursor)))
    .orderBy(desc(blueprintVersions.publishedAt), desc(blueprints.id))
    .limit(limit);
}

export async function countPublicPlacesByIndustry(
  tx: Tx,
  { words, now }: Pick<DiscoverFilter, "words" | "now">,
): Promise<{ industry: Industry; count: number }[]> {
  return await tx
    .select({ industry: blueprintVersions.industry, count: count() })
    .from(blueprints)
    .innerJoin(blueprintVersions, serves)
    .where(and(...toConditions({ words, industry: undefined, now })))
    .groupBy(blueprintVersions.industry);
}

/** Places in an order that new ones only extend. */
export async function listPlacesForSitemap(tx: Tx, now: Date, offset: number, limit: number) {
  return await tx
    .select({ slug: blueprints.slug, publishedAt: blueprintVersions.publishedAt })
    .from(blueprints)
    .innerJoin(blueprintVersions, serves)
    .where(and(...toConditions({ words: [], industry: undefined, now })))
    .orderBy(blueprints.id)
    .offset(offset)
    .limit(limit);
}

export function countPublicPlaces(tx: Tx, now: Date): Promise<number> {
  return countPlaces(tx, { words: [], industry: undefined, now });
}

const isLocated = and(isNotNull(blueprintVersions.latitude), isNotNull(blueprintVersions.longitude));

/** Places with a location, newest publication first. */
export async function listLocatedPlaces(tx: Tx, filter: DiscoverFilter, limit: number) {
  return await tx
    .select({
      slug: blueprints.slug,
      name: blueprintVersions.name,
      industry: blueprintVersions.industry,
      address: blueprintVersions.address,
      latitude: sql<number>`${blueprintVersions.latitude}`,
      longitude: sql<number>`${blueprintVersions.longitude}`,
    })
    .from(blueprints)
    .innerJoin(blueprintVersions, serves)
    .where(and(...toConditions(filter), isLocated))
    .orderBy(desc(blueprintVersions.publishedAt), desc(blueprints.id))
    .limit(limit);
}

export function countLocatedPlaces(tx: Tx, filter: DiscoverFilter): Promise<number> {
  return countPlaces(tx, filter, isLocated);
}

async function countPlaces(tx: Tx, filter: DiscoverFilter, condition?: SQL): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(blueprints)
    .innerJoin(blueprintVersions, serves)
    .where(and(...toConditions(filter), condition));
  return row?.count ?? 0;
}
