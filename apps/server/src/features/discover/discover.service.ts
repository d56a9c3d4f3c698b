import type { DiscoveredPlace } from "@blueprint/contract/discover";
import { type Industry, industries } from "@blueprint/contract/users";
import type { AppContext } from "../../platform/app-context.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { toFileUrl } from "../files/files.service.ts";
import { countPublicPlacesByIndustry, listPublicPlaces } from "./discover.repository.ts";

// More words than anybody types only make the query slow.
const wordsMax = 8;

export interface DiscoverRequest {
  search: string;
  industry: Industry | undefined;
  cursor: string | undefined;
  limit: number;
}

/** Places that anybody may find. */
export async function discoverPlaces(
  context: AppContext,
  { search, industry, cursor, limit }: DiscoverRequest,
): Promise<{
  places: DiscoveredPlace[];
  nextCursor: string | null;
  total: number;
  industries: { industry: Industry; count: number }[];
}> {
  const words = search
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, wordsMax);
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const rows = await listPublicPlaces(context.db, { words, industry }, position, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ publishedAt, id }) => ({ at: publishedAt, id }));
  const counts = await countPublicPlacesByIndustry(context.db, words);
  const order = (value: Industry) => industries.indexOf(value);
  return {
    places: shown.map(({ id: _, scans, publishedAt, ...place }) => {
      const cover = scans[0];
      return {
        ...place,
        publishedAt: publishedAt.toISOString(),
        coverUrl: cover === undefined ? null : toFileUrl(context, cover.deliveryPrefix, cover.preview, "visitors"),
      };
    }),
    nextCursor,
    total: counts
      .filter((found) => industry === undefined || found.industry === industry)
      .reduce((sum, found) => sum + found.count, 0),
    industries: counts.sort((first, second) => order(first.industry) - order(second.industry)),
  };
}
