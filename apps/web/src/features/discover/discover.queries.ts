import { discoverPlaces, locatePlaces } from "@blueprint/contract/discover";
import type { Industry } from "@blueprint/contract/users";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

export interface PlaceFilter {
  readonly search: string;
  readonly industry: Industry | undefined;
}

/** Places that anybody may find, newest first, page after page. */
export function placesQuery({ search, industry }: PlaceFilter) {
  return infiniteQueryOptions({
    queryKey: [discoverPlaces.url, search, industry ?? null],
    queryFn: ({ pageParam, signal }) =>
      api(
        discoverPlaces,
        {
          query: {
            ...toQuery({ search, industry }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // What was found before stays while the next search runs, so that the page does not jump.
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

/** Where those places are that say so. */
export function locationsQuery({ search, industry }: PlaceFilter) {
  return queryOptions({
    queryKey: [locatePlaces.url, search, industry ?? null],
    queryFn: ({ signal }) => api(locatePlaces, { query: toQuery({ search, industry }) }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

function toQuery({ search, industry }: PlaceFilter) {
  return { ...(search === "" ? {} : { search }), ...(industry === undefined ? {} : { industry }) };
}
