import { type DiscoveredPlaces, placeFeatures } from "@blueprint/contract/discover";
import { scanKinds } from "@blueprint/contract/scan-formats";
import { industries } from "@blueprint/contract/users";
import { type PlaceGroup, toBit } from "./discover.repository.ts";

const kindBits = scanKinds.reduce((sum, kind) => sum + toBit[kind], 0);

/** How many results each choice would leave: with all others, without another of its kind. */
export function countChoices(
  groups: readonly PlaceGroup[],
  chosen: { readonly industry: string | undefined; readonly features: number },
): Pick<DiscoveredPlaces, "total" | "industries" | "scanKinds" | "features"> {
  const count = (industry: string | undefined, features: number) =>
    groups.reduce(
      (sum, group) =>
        group.isInCity &&
        (industry === undefined || group.industry === industry) &&
        (group.features & features) === features
          ? sum + group.count
          : sum,
      0,
    );
  const { industry: chosenIndustry, features } = chosen;
  return {
    total: count(chosenIndustry, features),
    industries: industries
      .map((industry) => ({ industry, count: count(industry, features) }))
      .filter((found) => found.count > 0),
    scanKinds: scanKinds
      .map((kind) => ({ kind, count: count(chosenIndustry, (features & ~kindBits) | toBit[kind]) }))
      .filter((found) => found.count > 0),
    features: Object.fromEntries(
      placeFeatures.map((feature) => [feature, count(chosenIndustry, features | toBit[feature])]),
    ) as DiscoveredPlaces["features"],
  };
}
