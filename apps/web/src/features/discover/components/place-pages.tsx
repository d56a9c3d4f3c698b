import type { DiscoveredPlace } from "@blueprint/contract/discover";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { DimensionLine } from "../../../ui/dimension-line.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type PlaceFilter, placesQuery } from "../discover.queries.ts";

/** What a search for places found: how many, one after the other, and the way to more. */
export function PlacePages({
  filter,
  listClass,
  nothing,
  renderPlace,
}: {
  readonly filter: PlaceFilter;
  readonly listClass: string;
  readonly nothing: ReactNode;
  readonly renderPlace: (place: DiscoveredPlace) => ReactNode;
}) {
  const list = useInfiniteQuery(placesQuery(filter));
  if (list.isPending)
    return (
      <div role="status" aria-label="Loading places" className={listClass}>
        {["first", "second", "third"].map((key) => (
          <Skeleton key={key} className="h-72 w-full" />
        ))}
      </div>
    );
  if (list.data === undefined)
    return <ErrorPanel message={readableError(list.error)} onRetry={() => void list.refetch()} />;
  const places = list.data.pages.flatMap((page) => page.places);
  if (places.length === 0) return nothing;
  return (
    <div className="grid gap-5">
      <DimensionLine>
        <span role="status">{formatAmount(list.data.pages.at(-1)?.total ?? places.length, "place")}</span>
      </DimensionLine>
      <ul className={listClass}>
        {places.map((place) => (
          <li key={place.slug} className="min-w-0">
            {renderPlace(place)}
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="justify-self-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </div>
  );
}
