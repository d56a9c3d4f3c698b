import type { Cover } from "@blueprint/contract/blueprint-details";
import type { LocatedPlace } from "@blueprint/contract/discover";
import type { Industry } from "@blueprint/contract/users";
import { and, count, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { blueprints, blueprintVersions, type FrozenScan } from "../../db/schema/blueprints.ts";
import { discoverPlaces, featureBits } from "../../db/schema/discover.ts";
import { teams } from "../../db/schema/teams.ts";
import { fitOf, matches, type PlaceSearch, searchedTables } from "./discover-search.repository.ts";

export interface PlaceChoices {
  readonly industry: Industry | undefined;
  readonly city: string | undefined;
  /** Sum of the bits that a place must have. */
  readonly features: number;
}

export interface PlaceQuery extends PlaceChoices {
  /** Null for all places. */
  readonly search: PlaceSearch | null;
  /** Sorts by distance; WGS 84 degrees. */
  readonly near: { readonly latitude: number; readonly longitude: number } | null;
  /** Places that opened since then have the bit `lately`. */
  readonly latelySince: Date;
  readonly now: Date;
}

/** A position in the results: `rank` falls, or is a distance and rises. */
export interface ResultPosition {
  readonly rank: number;
  readonly at: string;
  readonly id: string;
}

/** Counts of all that a search finds, whatever was chosen, by what can be chosen. */
export interface PlaceGroup {
  readonly industry: Industry;
  readonly features: number;
  /** Whether it is in the chosen city. */
  readonly isInCity: boolean;
  readonly count: number;
}

/** Bits of a place's features. */
export const toBit = { ...featureBits, lately: 256 };

export interface PlaceCounts {
  readonly groups: readonly PlaceGroup[];
  readonly cities: { city: string; count: number }[];
}

/** Rises with every change of the list, before it is committed. */
export async function readChangeCount(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ count: string }>(sql`select last_value::text as count from discover_changes`);
  return rows[0]?.count ?? "";
}

/** The places of a page, in order. */
export async function findPage(
  tx: Tx,
  query: PlaceQuery,
  after: ResultPosition | null,
  limit: number,
): Promise<ResultPosition[]> {
  const { rows } = await tx.execute<Record<string, unknown> & ResultPosition>(sql`
    ${foundBy(query)}
    select rank, to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, blueprint_id as id
    from found where ${isChosen(query)} and ${isAfter(query, after)}
    order by ${orderOf(query)} limit ${limit}`);
  return rows;
}

/** Counts of all results. */
export async function countFoundPlaces(tx: Tx, query: PlaceQuery, citiesMax: number): Promise<PlaceCounts> {
  const { search, industry, features } = query;
  const groups = sql`(
    select coalesce(jsonb_agg(counted), '[]') from (
      select industry, features, "isInCity", count(*) as count from found group by 1, 2, 3) counted) as groups`;
  const cities = sql`(
    select coalesce(jsonb_agg(counted), '[]') from (
      select city, count(*) as count from found
      where city <> '' and ${isChosen({ industry, features, city: undefined })}
      group by city order by count desc, city limit ${citiesMax}) counted) as cities`;
  const read = async (parts: SQL) => {
    const { rows } = await tx.execute<Record<string, unknown>>(sql`
      ${foundBy(query, { isReadTwice: search !== null, isRanked: false })} select ${parts}`);
    return rows[0] as unknown as PlaceCounts;
  };
  // Texts are searched once for both. Without a search, two connections read all places at the same time.
  if (search !== null) return await read(sql`${groups}, ${cities}`);
  const [first, second] = await Promise.all([read(groups), read(cities)]);
  return { groups: first.groups, cities: second.cities };
}

/** Locations of the results, best first, and how many there are. */
export async function locateFoundPlaces(
  tx: Tx,
  query: PlaceQuery,
  limit: number,
): Promise<{ places: LocatedPlace[]; total: number }> {
  const isShown = sql`${isChosen(query)} and latitude is not null and longitude is not null`;
  const [pins, counted] = await Promise.all([
    tx.execute<Record<string, unknown> & LocatedPlace>(sql`
      ${foundBy(query)},
      pins as (select * from found where ${isShown} order by ${orderOf(query)} limit ${limit})
      select ${blueprints.slug}, ${blueprintVersions.name}, pins.industry, ${blueprintVersions.address}, pins.latitude,
        pins.longitude
      from pins join ${blueprints} on ${blueprints.id} = pins.blueprint_id
        join ${blueprintVersions} on ${serves}
        join ${teams} on ${teams.id} = ${blueprints.teamId}
      where ${isPublic}
      order by pins.rank desc, pins.published_at desc, pins.blueprint_id desc`),
    tx.execute<{ total: number }>(sql`
      ${foundBy(query, { isRanked: false })} select count(*)::int as total from found where ${isShown}`),
  ]);
  return { places: pins.rows, total: counted.rows[0]?.total ?? 0 };
}

const serves = and(
  eq(blueprintVersions.blueprintId, blueprints.id),
  eq(blueprintVersions.number, blueprints.publishedVersion),
) as SQL;

/** Checked again where a place's details are read. */
const isPublic = and(
  eq(blueprints.visibility, "public"),
  isNull(blueprints.archivedAt),
  isNull(blueprints.binnedAt),
  isNull(teams.deletedAt),
) as SQL;

/** @param how whether a search would otherwise run twice, and whether the order matters */
function foundBy(
  { search, near, city, latelySince, now }: PlaceQuery,
  { isReadTwice = false, isRanked = true }: { readonly isReadTwice?: boolean; readonly isRanked?: boolean } = {},
): SQL {
  const rank = !isRanked
    ? sql`0`
    : near !== null
      ? sql`${earthPoint} <-> earth_point(${near.latitude}, ${near.longitude})`
      : search === null
        ? sql`0`
        : fitOf(search);
  return sql`with found as ${isReadTwice ? sql`materialized` : sql`not materialized`} (
    select p.blueprint_id, p.published_at, p.industry, p.city, p.latitude, p.longitude,
      p.features + case when p.opened_at >= ${latelySince} then ${toBit.lately}::int else 0 end as features, ${rank} as rank,
      ${city === undefined ? sql`true` : sql`p.city = ${city}`} as "isInCity"
    from ${search === null ? sql`${discoverPlaces} p` : searchedTables}
    where (p.expires_at is null or p.expires_at > ${now})
      and ${search === null ? sql`true` : matches(search)}
      and ${near === null ? sql`true` : sql`p.latitude is not null and p.longitude is not null`})`;
}

// Like the index.
const earthPoint = sql`earth_point(p.latitude, p.longitude)`;

function isChosen({ industry, city, features }: PlaceChoices): SQL {
  return sql.join(
    [
      sql`true`,
      ...(industry === undefined ? [] : [sql`industry = ${industry}`]),
      ...(city === undefined ? [] : [sql`city = ${city}`]),
      ...(features === 0 ? [] : [sql`features & ${features}::int = ${features}::int`]),
    ],
    sql` and `,
  );
}

function orderOf({ search, near }: PlaceQuery): SQL {
  if (near !== null) return sql`rank, blueprint_id`;
  return search === null
    ? sql`published_at desc, blueprint_id desc`
    : sql`rank desc, published_at desc, blueprint_id desc`;
}

function isAfter({ search, near }: PlaceQuery, position: ResultPosition | null): SQL {
  if (position === null) return sql`true`;
  const { rank, at, id } = position;
  if (near !== null) return sql`(rank, blueprint_id) > (${rank}::float8, ${id}::uuid)`;
  return search === null
    ? sql`(published_at, blueprint_id) < (${at}::timestamptz, ${id}::uuid)`
    : sql`(rank, published_at, blueprint_id) < (${rank}::int, ${at}::timestamptz, ${id}::uuid)`;
}

export interface PlaceCardRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly industry: Industry;
  readonly description: string;
  readonly address: string;
  readonly teamId: string;
  readonly tags: string[] | null;
  readonly cover: Cover | null;
  readonly publishedAt: Date;
  readonly scans: FrozenScan[];
  readonly anchorCount: number;
}

/** What cards show of public places, in any order. */
export async function listPlaceCards(tx: Tx, ids: readonly string[]): Promise<PlaceCardRow[]> {
  if (ids.length === 0) return [];
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
    .innerJoin(teams, eq(teams.id, blueprints.teamId))
    .where(and(inArray(blueprints.id, [...ids]), isPublic));
}

const isCurrent = (now: Date) => or(isNull(discoverPlaces.expiresAt), gt(discoverPlaces.expiresAt, now));

/** Places in an order that new ones only extend. */
export async function listPlacesForSitemap(tx: Tx, now: Date, offset: number, limit: number) {
  return await tx
    .select({ slug: blueprints.slug, publishedAt: discoverPlaces.publishedAt })
    .from(discoverPlaces)
    .innerJoin(blueprints, eq(blueprints.id, discoverPlaces.blueprintId))
    .where(isCurrent(now))
    .orderBy(discoverPlaces.blueprintId)
    .offset(offset)
    .limit(limit);
}

export async function countPublicPlaces(tx: Tx, now: Date): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(discoverPlaces).where(isCurrent(now));
  return row?.count ?? 0;
}
