import { discoverPlaces, locatePlaces } from "@blueprint/contract/discover";
import type { Industry } from "@blueprint/contract/users";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";

export interface PlaceFilter {
  readonly search: string;
  readonly industry: Industry | undefined;
}

/** Places that anybody may find, newest first, page after page. */
export function placesQuery({ search, industry }: PlaceFilter) {
  return infiniteQueryOptions({
    ...pagedQuery(discoverPlaces, { query: toQuery({ search, industry }) }),
    // What was found before stays while the next search runs, so that the page does not jump.
    placeholderData: keepPreviousData,
  });
}

/** Where those places are that say so. */
export function locationsQuery({ search, industry }: PlaceFilter) {
  return queryOptions({
    ...dataQuery(locatePlaces, { query: toQuery({ search, industry }) }),
    placeholderData: keepPreviousData,
  });
}

function toQuery({ search, industry }: PlaceFilter) {
  return { ...(search === "" ? {} : { search }), ...(industry === undefined ? {} : { industry }) };
}
