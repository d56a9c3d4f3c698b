import type { Cover } from "@blueprint/contract/blueprint-details";
import type { DiscoveredPlace, LocatedPlace } from "@blueprint/contract/discover";
import { limits } from "@blueprint/contract/limits";
import { type Industry, industries } from "@blueprint/contract/users";
import type { FrozenScan } from "../../db/schema/blueprints.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { toFileUrl, toMediaUrl } from "../blueprints/file-addresses.service.ts";
import { isScanFor } from "../publishing/publishing.service.ts";
import {
  countLocatedPlaces,
  countPublicPlacesByIndustry,
  listLocatedPlaces,
  listPublicPlaces,
} from "./discover.repository.ts";

// More words than a visitor types would only slow the query down.
const wordsMax = 8;

export interface DiscoverRequest {
  search: string;
  industry: Industry | undefined;
  cursor: string | undefined;
  limit: number;
}

/** Places that any visitor may find. */
export async function discoverPlaces(
  context: AppContext,
  { search, industry, cursor, limit }: DiscoverRequest,
): Promise<{
  places: DiscoveredPlace[];
  nextCursor: string | null;
  total: number;
  industries: { industry: Industry; count: number }[];
}> {
  const words = toWords(search);
  const now = context.clock.now();
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const rows = await listPublicPlaces(context.db, { words, industry, now }, position, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ publishedAt, id }) => ({ at: publishedAt, id }));
  const counts = await countPublicPlacesByIndustry(context.db, { words, now });
  const order = (value: Industry) => industries.indexOf(value);
  return {
    places: shown.map(({ id, scans, publishedAt, teamId, cover, tags, ...place }) => ({
      ...place,
      tags: tags ?? [],
      publishedAt: publishedAt.toISOString(),
      coverUrl: toCoverUrl(context, { id, scans, teamId, cover }),
    })),
    nextCursor,
    total: counts
      .filter((found) => industry === undefined || found.industry === industry)
      .reduce((sum, found) => sum + found.count, 0),
    industries: counts.sort((first, second) => order(first.industry) - order(second.industry)),
  };
}

/** A cover that visitors may not see is replaced by the first scan that they see. */
function toCoverUrl(
  context: AppContext,
  { id, scans, teamId, cover }: { id: string; scans: FrozenScan[]; teamId: string; cover: Cover | null },
): string | null {
  const visitors = { blueprintId: id, who: "visitors" } as const;
  if (cover?.kind === "file") return toMediaUrl(context, teamId, cover.id, visitors);
  const seen = scans.filter((scan) => isScanFor(scan, "visitor"));
  const shown = seen.find(({ scanId }) => scanId === cover?.id) ?? seen[0];
  return shown === undefined ? null : toFileUrl(context, shown.deliveryPrefix, shown.preview, visitors);
}

/** Locations of the found places; places without one are left out. */
export async function locatePlaces(
  context: AppContext,
  { search, industry }: Pick<DiscoverRequest, "search" | "industry">,
): Promise<{ places: LocatedPlace[]; total: number }> {
  const filter = { words: toWords(search), industry, now: context.clock.now() };
  const places = await listLocatedPlaces(context.db, filter, limits.locatedPlacesMax);
  // Only a full list can be incomplete.
  const total = places.length < limits.locatedPlacesMax ? places.length : await countLocatedPlaces(context.db, filter);
  return { places, total };
}

function toWords(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, wordsMax);
}
