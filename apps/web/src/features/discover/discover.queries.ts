import { discoverPlaces, locatePlaces } from "@blueprint/contract/discover";
import type { Industry } from "@blueprint/contract/users";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";

export interface PlaceFilter {
  readonly search: string;
  readonly industry: Industry | undefined;
}

/** Public places, newest first, paginated. */
export function placesQuery({ search, industry }: PlaceFilter) {
  return infiniteQueryOptions({
    ...pagedQuery(discoverPlaces, { query: toQuery({ search, industry }) }),
    // Previous results stay while the next search runs, so that the page doesn't jump.
    placeholderData: keepPreviousData,
  });
}

/** Locations of the places that have one. */
export function locationsQuery({ search, industry }: PlaceFilter) {
  return queryOptions({
    ...dataQuery(locatePlaces, { query: toQuery({ search, industry }) }),
    placeholderData: keepPreviousData,
  });
}

function toQuery({ search, industry }: PlaceFilter) {
  return { ...(search === "" ? {} : { search }), ...(industry === undefined ? {} : { industry }) };
}
