import type { Industry } from "@blueprint/contract/users";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { formatCount } from "../../../lib/format.ts";
import { toIndustryLabel } from "../../../lib/industries.ts";
import { type PlaceFilter, placesQuery } from "../discover.queries.ts";

/** Narrows a search to one kind of place. */
export function IndustryFacet({
  filter,
  onIndustry,
}: {
  readonly filter: PlaceFilter;
  readonly onIndustry: (industry: Industry | undefined) => void;
}) {
  const { data } = useInfiniteQuery(placesQuery(filter));
  const found = data?.pages[0]?.industries ?? [];
  // The chosen kind stays listed even without results, so that it can be cleared.
  const kinds =
    filter.industry === undefined || found.some(({ industry }) => industry === filter.industry)
      ? found
      : [...found, { industry: filter.industry, count: 0 }];
  if (kinds.length < 2 && filter.industry === undefined) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Kind of place</legend>
      <Kind isOn={filter.industry === undefined} onPress={() => onIndustry(undefined)}>
        All kinds
      </Kind>
      {kinds.map(({ industry, count }) => (
        <Kind key={industry} isOn={filter.industry === industry} onPress={() => onIndustry(industry)}>
          {toIndustryLabel(industry)} <span className="font-mono text-caption">{formatCount(count)}</span>
        </Kind>
      ))}
    </fieldset>
  );
}

function Kind({
  isOn,
  onPress,
  children,
}: {
  readonly isOn: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classNames(
        "inline-flex h-8 items-center gap-2 rounded-sharp border px-3 transition-colors duration-120 pointer-coarse:h-11",
        isOn ? "border-accent bg-accent-wash font-strong text-accent" : "border-line bg-sheet hover:border-ink",
      )}
    >
      {children}
    </button>
  );
}
