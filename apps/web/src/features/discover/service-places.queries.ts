import { queryOptions } from "@tanstack/react-query";
import { geocode, type MapService } from "../../lib/map-service.ts";

const shownMax = 5;
/** With fewer, the service could only guess. */
const charactersMin = 3;

/** Venues and addresses that a map service knows. */
export function servicePlacesQuery(service: MapService, search: string) {
  return queryOptions({
    queryKey: ["service-places", search],
    queryFn: ({ signal }) => geocode(service, search, { limit: shownMax, signal }),
    enabled: search.trim().length >= charactersMin,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
