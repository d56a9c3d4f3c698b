import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { formatCount } from "../../lib/format.ts";
import { geocode, mapService } from "../../lib/map-service.ts";
import type { ComboboxOption } from "../../ui/combobox-list.tsx";
import { toTownFile } from "../../ui/map/gazetteer.ts";
import { loadCities, loadTowns } from "../../ui/map/map-data.ts";
import {
  describeSettlement,
  type IndexedSettlement,
  indexSettlements,
  searchSettlements,
} from "../../ui/map/search-settlements.ts";

/** A search result that can be placed on the map. */
export interface FoundPlace extends ComboboxOption {
  readonly latitude: number;
  readonly longitude: number;
  /** Map zoom that fits the place. */
  readonly zoom: number;
}

const shownMax = 8;
// With fewer characters of an address, an external service could only guess.
const streetCharactersMin = 3;
const cityZoom = mapService === null ? 9.5 : 12;
const streetZoom = 16;

let indexedCities: Promise<IndexedSettlement[]> | null = null;

/** Cities, towns and villages from bundled files, matched by prefix. */
async function searchCities(text: string): Promise<FoundPlace[]> {
  indexedCities ??= loadCities().then(indexSettlements);
  indexedCities.catch(() => {
    indexedCities = null;
  });
  const [cities, towns] = await Promise.all([indexedCities, loadTowns(toTownFile(text)).then(indexSettlements)]);
  return searchSettlements([...cities, ...towns], text, shownMax).map((settlement) => ({
    id: `${settlement.country}-${settlement.latitude}-${settlement.longitude}`.replaceAll(/[^\w-]/g, "_"),
    label: describeSettlement(settlement),
    detail: settlement.population < 1_000 ? "" : `${formatCount(settlement.population)} people`,
    latitude: settlement.latitude,
    longitude: settlement.longitude,
    zoom: cityZoom,
  }));
}

/** Places that match a name or address. Includes streets when an external service is configured and responds. */
export function placeSearchQuery(text: string) {
  return queryOptions({
    queryKey: ["place-search", text],
    queryFn: async ({ signal }): Promise<{ places: FoundPlace[]; isWithoutStreets: boolean }> => {
      if (mapService === null || text.length < streetCharactersMin)
        return { places: await searchCities(text), isWithoutStreets: false };
      try {
        const found = await geocode(mapService, text, { limit: shownMax, signal });
        const places = found.map(({ name, kind, latitude, longitude }, index) => ({
          id: String(index),
          label: name,
          latitude,
          longitude,
          zoom: ["country", "region", "municipality", "county", "place"].includes(kind) ? cityZoom : streetZoom,
        }));
        return { places, isWithoutStreets: false };
      } catch (error) {
        if (signal.aborted) throw error;
        return { places: await searchCities(text), isWithoutStreets: true };
      }
    },
    enabled: text !== "",
    placeholderData: keepPreviousData,
    // A failed external lookup is retried the next time.
    staleTime: (query) => (query.state.data?.isWithoutStreets === true ? 0 : Number.POSITIVE_INFINITY),
  });
}
