import type { Cover } from "@blueprint/contract/blueprint-details";
import {
  type DiscoveredPlace,
  type DiscoveredPlaces,
  type LocatedPlace,
  openedLatelyDays,
  type PlaceFilterQuery,
  placeFeatures,
} from "@blueprint/contract/discover";
import { limits } from "@blueprint/contract/limits";
import type { FrozenScan } from "../../db/schema/blueprints.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { createRecentAnswers } from "../../platform/recent-answers.ts";
import { toFileUrl } from "../blueprints/file-addresses.service.ts";
import { isScanFor } from "../publishing/publishing.service.ts";
import { countChoices } from "./count-choices.ts";
import { toCoverUrl } from "./cover-url.ts";
import {
  countFoundPlaces,
  findPage,
  listPlaceCards,
  locateFoundPlaces,
  type PlaceCardRow,
  type PlaceCounts,
  type PlaceQuery,
  type ResultPosition,
  readChangeCount,
  toBit,
} from "./discover.repository.ts";
import { readResultCursor, writeResultCursor } from "./discover-cursor.ts";
import { readSearch } from "./discover-search.service.ts";

export interface DiscoverRequest extends PlaceFilterQuery {
  readonly near?: { readonly latitude: number; readonly longitude: number };
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * Counts and pins of the last searches. They hold until the list changes, and for seconds at most, because a change is
 * announced before it is committed and places expire by themselves.
 */
export interface DiscoverMemory {
  readonly counts: ReturnType<typeof createRecentAnswers<PlaceCounts>>;
  readonly pins: ReturnType<typeof createRecentAnswers<LocatedPlaces>>;
}

interface LocatedPlaces {
  readonly places: LocatedPlace[];
  readonly total: number;
}

const validForMs = 5_000;

export function createDiscoverMemory({ clock }: Pick<AppContext, "clock">): DiscoverMemory {
  return {
    counts: createRecentAnswers<PlaceCounts>(clock, { validForMs, keptMax: 50 }),
    pins: createRecentAnswers<LocatedPlaces>(clock, { validForMs, keptMax: 10 }),
  };
}

/** Places that any visitor may find. @throws AppError invalid-input for a foreign cursor */
export async function discoverPlaces(
  context: AppContext,
  memory: DiscoverMemory,
  { near, cursor, limit, ...filter }: DiscoverRequest,
): Promise<DiscoveredPlaces> {
  const after = cursor === undefined ? null : readResultCursor(cursor);
  const query = await readQuery(context, filter, near ?? null);
  // Two connections: neither waits for the other.
  const [positions, counts] =
    query === null
      ? [[], { groups: [], cities: [] }]
      : await Promise.all([findPage(context.db, query, after, limit + 1), countOnce(context, memory, query)]);
  const shown = positions.slice(0, limit);
  const last = shown.at(-1);
  const rows = new Map(
    (
      await listPlaceCards(
        context.db,
        shown.map(({ id }) => id),
      )
    ).map((row) => [row.id, row] as const),
  );
  return {
    places: shown.flatMap((position) => {
      const row = rows.get(position.id);
      return row === undefined ? [] : [toPlace(context, row, near === undefined ? null : position)];
    }),
    nextCursor: positions.length > limit && last !== undefined ? writeResultCursor(last) : null,
    ...countChoices(counts.groups, { industry: filter.industry, features: toFeatures(filter) }),
    cities: counts.cities,
  };
}

/** Locations of the found places; places without one are left out. */
export async function locatePlaces(
  context: AppContext,
  memory: DiscoverMemory,
  filter: PlaceFilterQuery,
): Promise<LocatedPlaces> {
  const query = await readQuery(context, filter, null);
  if (query === null) return { places: [], total: 0 };
  const key = await toKey(context, query);
  return memory.pins(key, () => locateFoundPlaces(context.db, query, limits.locatedPlacesMax));
}

async function countOnce(context: AppContext, memory: DiscoverMemory, query: PlaceQuery): Promise<PlaceCounts> {
  const key = await toKey(context, query);
  return memory.counts(key, () => countFoundPlaces(context.db, query, limits.discoverCitiesMax));
}

/** The same while a query has the same answer, wherever its visitor is. */
async function toKey({ db }: AppContext, { search, industry, city, features, near }: PlaceQuery): Promise<string> {
  return JSON.stringify([await readChangeCount(db), search, industry, city, features, near !== null]);
}

/** Null if nothing can be found. */
async function readQuery(
  context: AppContext,
  filter: PlaceFilterQuery,
  near: PlaceQuery["near"],
): Promise<PlaceQuery | null> {
  const search = await readSearch(context.db, filter.search ?? "");
  if (search === "nothing") return null;
  const now = context.clock.now();
  return {
    search,
    industry: filter.industry,
    city: filter.city,
    features: toFeatures(filter),
    near,
    now,
    latelySince: new Date(now.getTime() - openedLatelyDays * 86_400_000),
  };
}

function toFeatures(filter: PlaceFilterQuery): number {
  const kind = filter.scan === undefined ? 0 : toBit[filter.scan];
  return placeFeatures.reduce((sum, feature) => sum + (filter[feature] === undefined ? 0 : toBit[feature]), kind);
}

function toPlace(context: AppContext, row: PlaceCardRow, measured: ResultPosition | null): DiscoveredPlace {
  const { id, scans, publishedAt, teamId, cover, tags, ...place } = row;
  return {
    ...place,
    tags: tags ?? [],
    publishedAt: publishedAt.toISOString(),
    coverUrl: toPictureUrl(context, { id, scans, teamId, cover }),
    ...(measured === null ? {} : { distanceMetres: toDistanceMetres(measured.rank) }),
  };
}

const earthRadiusMetres = 6_371_008.8;

/** Over the surface, from the length of the straight line through the Earth. */
function toDistanceMetres(chordMetres: number): number {
  return Math.round(2 * earthRadiusMetres * Math.asin(Math.min(1, chordMetres / (2 * earthRadiusMetres))));
}

/** The cover, or the first scan that visitors see. */
function toPictureUrl(
  context: AppContext,
  { id, scans, teamId, cover }: { id: string; scans: FrozenScan[]; teamId: string; cover: Cover | null },
): string | null {
  const visitors = { blueprintId: id, who: "visitors" } as const;
  const seen = scans.filter((scan) => isScanFor(scan, "visitor"));
  const [first] = seen;
  return (
    toCoverUrl(context, { scans: seen, teamId, cover }, visitors) ??
    (first === undefined ? null : toFileUrl(context, first.deliveryPrefix, first.preview, visitors))
  );
}
