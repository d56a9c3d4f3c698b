import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { locationsQuery, placesQuery } from "../discover.queries.ts";
import { everyPlace, listChosen, type PlaceFilter } from "../place-filter.ts";
import { useIsWide } from "../use-is-wide.ts";
import { useNearMe } from "../use-near-me.ts";
import { ChosenFacets } from "./chosen-facets.tsx";
import { FacetSheet } from "./facet-sheet.tsx";
import { NearMeButton } from "./near-me-button.tsx";
import { NearMeNote } from "./near-me-note.tsx";
import { PlaceCard } from "./place-card.tsx";
import { PlaceFacets } from "./place-facets.tsx";
import { PlaceMap } from "./place-map.tsx";
import { PlacePages } from "./place-pages.tsx";
import { SearchBox } from "./search-box.tsx";

/** Places that their owners made public. */
export function DiscoverScreen({
  filter,
  isMapChosen,
  onFilter,
  onMapChosen,
}: {
  readonly filter: PlaceFilter;
  /** On narrow screens, shows the map instead of the list. */
  readonly isMapChosen: boolean;
  readonly onFilter: (filter: PlaceFilter) => void;
  readonly onMapChosen: (isMapChosen: boolean) => void;
}) {
  const { search } = filter;
  const isNarrowed = listChosen(filter).length > 0;
  const { nearMe, turnOn, turnOff } = useNearMe();
  const near = nearMe.state === "on" ? nearMe.position : null;
  const counts = useInfiniteQuery(placesQuery(filter, near)).data?.pages[0];
  const hasFacets = counts !== undefined && (counts.total > 0 || isNarrowed);
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
        <div className="flex max-w-2xl flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-72">
            <SearchBox
              label="Search places"
              placeholder="A name, a street, a city"
              search={search}
              onSearch={(next) => onFilter({ ...filter, search: next })}
            />
          </div>
          <NearMeButton nearMe={nearMe} onOn={turnOn} onOff={turnOff} />
          {hasFacets && !isWide ? <FacetSheet filter={filter} counts={counts} onFilter={onFilter} /> : null}
        </div>
        <NearMeNote nearMe={nearMe} />
        {hasFacets && isWide ? (
          <PlaceFacets filter={filter} counts={counts} isStacked={false} onFilter={onFilter} />
        ) : null}
        <ChosenFacets filter={filter} onFilter={onFilter} />
        {hasMap && !isWide ? (
          <SegmentedControl
            label="Show places as"
            className="justify-self-start"
            segments={[
              { value: "list", label: "List" },
              { value: "map", label: "Map" },
            ]}
            value={isMapChosen ? "map" : "list"}
            onChange={(value) => onMapChosen(value === "map")}
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
            near={near}
            listClass={classNames(
              "grid gap-4 sm:grid-cols-2",
              showsMap ? "lg:grid-cols-1 xl:grid-cols-2" : "lg:grid-cols-3",
            )}
            renderPlace={(place) => <PlaceCard place={place} />}
            nothing={
              search === "" && !isNarrowed && near === null ? (
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
                    <div className="flex flex-wrap justify-center gap-2">
                      {isNarrowed && search !== "" ? (
                        <Button onClick={() => onFilter({ ...everyPlace, search })}>Clear filters</Button>
                      ) : null}
                      <Button
                        onClick={() => {
                          turnOff();
                          onFilter(everyPlace);
                        }}
                      >
                        Show all places
                      </Button>
                    </div>
                  }
                >
                  {isNarrowed
                    ? "No place has everything that you chose."
                    : search === ""
                      ? "None of the places has a pin, so none has a distance."
                      : "Try another name, address or description."}
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
