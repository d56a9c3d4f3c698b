import { type DiscoveredPlaces, placeFeatures } from "@blueprint/contract/discover";
import { classNames } from "../../../lib/class-names.ts";
import { formatCount } from "../../../lib/format.ts";
import { toIndustryLabel } from "../../../lib/industries.ts";
import { Select } from "../../../ui/select.tsx";
import { featureLabels, scanLabels } from "../facet-labels.ts";
import { type PlaceFilter, toggleFeature } from "../place-filter.ts";
import { FacetToggle } from "./facet-toggle.tsx";

/** What narrows a search, each with the number of results it leaves. */
export function PlaceFacets({
  filter,
  counts,
  isStacked,
  onFilter,
}: {
  readonly filter: PlaceFilter;
  readonly counts: Pick<DiscoveredPlaces, "industries" | "cities" | "scanKinds" | "features">;
  /** One below the other, as in a sheet. */
  readonly isStacked: boolean;
  readonly onFilter: (filter: PlaceFilter) => void;
}) {
  const { industry, city, scan, features } = filter;
  const kinds = withChosen(
    counts.industries.map(({ industry: value, count }) => ({ value, count })),
    industry,
  );
  const cities = withChosen(
    counts.cities.map(({ city: value, count }) => ({ value, count })),
    city,
  );
  const scans = withChosen(
    counts.scanKinds.map(({ kind: value, count }) => ({ value, count })),
    scan,
  );
  const legend = isStacked ? "mb-2 font-strong" : "sr-only";
  return (
    <div className={classNames("grid", isStacked ? "gap-6" : "gap-2")}>
      {kinds.length < 2 && industry === undefined ? null : (
        <fieldset className="flex flex-wrap gap-2">
          <legend className={legend}>Kind of place</legend>
          <FacetToggle isOn={industry === undefined} onPress={() => onFilter({ ...filter, industry: undefined })}>
            All kinds
          </FacetToggle>
          {kinds.map(({ value, count }) => (
            <FacetToggle
              key={value}
              isOn={industry === value}
              count={count}
              onPress={() => onFilter({ ...filter, industry: industry === value ? undefined : value })}
            >
              {toIndustryLabel(value)}
            </FacetToggle>
          ))}
        </fieldset>
      )}
      <div className={classNames(isStacked ? "grid gap-6" : "flex flex-wrap items-center gap-2")}>
        {cities.length === 0 ? null : (
          <Select
            label="City"
            compact={!isStacked}
            className={isStacked ? undefined : "w-56"}
            value={city ?? ""}
            options={[
              { value: "", label: "Any city" },
              ...cities.map(({ value, count }) => ({ value, label: `${value} (${formatCount(count)})` })),
            ]}
            onChange={({ target }) => onFilter({ ...filter, city: target.value === "" ? undefined : target.value })}
          />
        )}
        {scans.length < 2 && scan === undefined ? null : (
          <Select
            label="Kind of scan"
            compact={!isStacked}
            className={isStacked ? undefined : "w-48"}
            value={scan ?? ""}
            options={[
              { value: "", label: "Any kind of scan" },
              ...scans.map(({ value, count }) => ({ value, label: `${scanLabels[value]} (${formatCount(count)})` })),
            ]}
            onChange={({ target }) =>
              onFilter({ ...filter, scan: scans.find(({ value }) => value === target.value)?.value })
            }
          />
        )}
        <fieldset className="flex flex-wrap gap-2">
          <legend className={legend}>With</legend>
          {placeFeatures.map((feature) => (
            <FacetToggle
              key={feature}
              isOn={features.includes(feature)}
              count={counts.features[feature]}
              onPress={() => onFilter(toggleFeature(filter, feature))}
            >
              {featureLabels[feature]}
            </FacetToggle>
          ))}
        </fieldset>
      </div>
    </div>
  );
}

/** The chosen value stays listed even without results, so that it can be cleared. */
function withChosen<Value extends string>(
  found: readonly { readonly value: Value; readonly count: number }[],
  chosen: Value | undefined,
) {
  return chosen === undefined || found.some(({ value }) => value === chosen)
    ? found
    : [...found, { value: chosen, count: 0 }];
}
