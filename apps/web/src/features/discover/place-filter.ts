import { type PlaceFeature, type PlaceFilterQuery, placeFeatures } from "@blueprint/contract/discover";
import { type ScanKind, scanKinds } from "@blueprint/contract/scan-formats";
import { type Industry, industries } from "@blueprint/contract/users";
import { z } from "zod";
import { toIndustryLabel } from "../../lib/industries.ts";
import { featureLabels, scanLabels } from "./facet-labels.ts";

/** What a visitor searches for. */
export interface PlaceFilter {
  readonly search: string;
  readonly industry?: Industry | undefined;
  readonly city?: string | undefined;
  readonly scan?: ScanKind | undefined;
  readonly features: readonly PlaceFeature[];
}

export const everyPlace: PlaceFilter = { search: "", features: [] };

const flag = z
  .literal("true")
  .transform(() => true as const)
  .optional()
  .catch(undefined);

/** The search params of `/discover`. They never hold a position: visitors share the address. */
export const placeSearchSchema = z.object({
  q: z.string().max(100).optional().catch(undefined),
  industry: z.enum(industries).optional().catch(undefined),
  city: z.string().max(200).optional().catch(undefined),
  scan: z.enum(scanKinds).optional().catch(undefined),
  tour: flag,
  guide: flag,
  stepFree: flag,
  lately: flag,
  map: flag,
});
type PlaceSearchParams = z.output<typeof placeSearchSchema>;

export function readFilter({ q = "", industry, city, scan, ...flags }: PlaceSearchParams): PlaceFilter {
  return { search: q, industry, city, scan, features: placeFeatures.filter((feature) => flags[feature] === true) };
}

export function writeFilter({ search, industry, city, scan, features }: PlaceFilter): PlaceSearchParams {
  return {
    ...(search === "" ? {} : { q: search }),
    ...(industry === undefined ? {} : { industry }),
    ...(city === undefined ? {} : { city }),
    ...(scan === undefined ? {} : { scan }),
    ...Object.fromEntries(features.map((feature) => [feature, true as const])),
  };
}

export function toQuery({ search, industry, city, scan, features }: PlaceFilter): PlaceFilterQuery {
  return {
    ...(search === "" ? {} : { search }),
    ...(industry === undefined ? {} : { industry }),
    ...(city === undefined ? {} : { city }),
    ...(scan === undefined ? {} : { scan }),
    ...Object.fromEntries(features.map((feature) => [feature, "true" as const])),
  };
}

export function toggleFeature(filter: PlaceFilter, feature: PlaceFeature): PlaceFilter {
  const { features } = filter;
  return {
    ...filter,
    // In the order of the facets, whatever the order of selection.
    features: placeFeatures.filter((one) => features.includes(one) !== (one === feature)),
  };
}

/** A facet that narrows the results, and the filter without it. */
export interface ChosenFacet {
  readonly label: string;
  readonly without: PlaceFilter;
}

export function listChosen(filter: PlaceFilter): ChosenFacet[] {
  const { industry, city, scan, features } = filter;
  return [
    ...(industry === undefined
      ? []
      : [{ label: toIndustryLabel(industry), without: { ...filter, industry: undefined } }]),
    ...(city === undefined ? [] : [{ label: city, without: { ...filter, city: undefined } }]),
    ...(scan === undefined ? [] : [{ label: scanLabels[scan], without: { ...filter, scan: undefined } }]),
    ...features.map((feature) => ({ label: featureLabels[feature], without: toggleFeature(filter, feature) })),
  ];
}
