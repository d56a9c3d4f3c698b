import { discoverPlaces, discoverPlacesNear, locatePlaces } from "@blueprint/contract/discover";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataQuery, pagedBodyQuery, pagedQuery } from "../../lib/data-query.ts";
import { type PlaceFilter, toQuery } from "./place-filter.ts";
import type { RoughPosition } from "./use-near-me.ts";

/** Public places, paginated: nearest first from a position; best matches first for a search; otherwise newest first. */
export function placesQuery(filter: PlaceFilter, near: RoughPosition | null = null) {
  return infiniteQueryOptions({
    ...(near === null
      ? pagedQuery(discoverPlaces, { query: toQuery(filter) })
      : pagedBodyQuery(discoverPlacesNear, { body: { ...toQuery(filter), near } })),
    // Previous results stay while the next search runs, so that the page doesn't jump.
    placeholderData: keepPreviousData,
  });
}

/** Locations of the places that have one. */
export function locationsQuery(filter: PlaceFilter) {
  return queryOptions({
    ...dataQuery(locatePlaces, { query: toQuery(filter) }),
    placeholderData: keepPreviousData,
  });
}
