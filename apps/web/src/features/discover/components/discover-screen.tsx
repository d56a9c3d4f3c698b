import type { Industry } from "@blueprint/contract/users";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { locationsQuery } from "../discover.queries.ts";
import { useIsWide } from "../use-is-wide.ts";
import { IndustryFacet } from "./industry-facet.tsx";
import { PlaceCard } from "./place-card.tsx";
import { PlaceMap } from "./place-map.tsx";
import { PlacePages } from "./place-pages.tsx";
import { SearchBox } from "./search-box.tsx";

/** Places that their owners made public. */
export function DiscoverScreen({
  search,
  industry,
  isMapChosen,
  onChange,
}: {
  readonly search: string;
  readonly industry: Industry | undefined;
  /** On narrow screens, shows the map instead of the list. */
  readonly isMapChosen: boolean;
  readonly onChange: (change: { search?: string; industry?: Industry | undefined; isMapChosen?: boolean }) => void;
}) {
  const filter = { search, industry };
  const { data: located } = useQuery(locationsQuery(filter));
  // Once shown, the map stays during a search, so that the page doesn't jump.
  const [hasMap, setHasMap] = useState(false);
  if (!hasMap && located !== undefined && located.places.length > 0) setHasMap(true);
  const isWide = useIsWide();
  const showsMap = hasMap && located !== undefined && (isWide || isMapChosen);
  const showsList = !hasMap || isWide || !isMapChosen;
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6 px-5 pt-6 pb-16 sm:px-8 lg:pt-10">
      <div className="grid gap-2">
        <h1 className="text-title font-strong">Discover places</h1>
        <p className="max-w-2xl text-lead text-ink-soft text-pretty">
          Explore places their owners made public. No account needed.
        </p>
      </div>
      <div className="grid gap-4">
        <div className="max-w-xl">
          <SearchBox
            label="Search places"
            placeholder="A name, a street, a city"
            search={search}
            onSearch={(next) => onChange({ search: next })}
          />
        </div>
        <IndustryFacet filter={filter} onIndustry={(next) => onChange({ industry: next })} />
        {hasMap && !isWide ? (
          <SegmentedControl
            label="Show places as"
            className="justify-self-start"
            segments={[
              { value: "list", label: "List" },
              { value: "map", label: "Map" },
            ]}
            value={isMapChosen ? "map" : "list"}
            onChange={(value) => onChange({ isMapChosen: value === "map" })}
          />
        ) : null}
      </div>
      <div
        className={classNames(
          "grid items-start gap-6",
          showsMap && showsList && "grid-cols-[minmax(0,3fr)_minmax(0,2fr)]",
        )}
      >
        {showsList ? (
          <PlacePages
            filter={filter}
            listClass={classNames(
              "grid gap-4 sm:grid-cols-2",
              showsMap ? "lg:grid-cols-1 xl:grid-cols-2" : "lg:grid-cols-3",
            )}
            renderPlace={(place) => <PlaceCard place={place} />}
            nothing={
              search === "" && industry === undefined ? (
                <EmptyState
                  title="No place is public yet"
                  action={
                    <Button asChild>
                      <Link to="/how-it-works">How a place gets here</Link>
                    </Button>
                  }
                >
                  Places appear here when their teams make them public.
                </EmptyState>
              ) : (
                <EmptyState
                  title="No matches"
                  action={
                    <Button onClick={() => onChange({ search: "", industry: undefined })}>Show all places</Button>
                  }
                >
                  Try another name, address or description.
                </EmptyState>
              )
            }
          />
        ) : null}
        {showsMap ? <PlaceMap places={located.places} total={located.total} /> : null}
      </div>
    </div>
  );
}
