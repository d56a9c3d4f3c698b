import type { DiscoveredPlace } from "@blueprint/contract/discover";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatAmount } from "../../../lib/format.ts";
import { DimensionLine } from "../../../ui/dimension-line.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PagedList } from "../../../ui/paged-list.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { placesQuery } from "../discover.queries.ts";
import type { PlaceFilter } from "../place-filter.ts";
import type { RoughPosition } from "../use-near-me.ts";

/** Search results: the total, the places and a button that loads more. */
export function PlacePages({
  filter,
  near = null,
  listClass,
  nothing,
  renderPlace,
}: {
  readonly filter: PlaceFilter;
  readonly near?: RoughPosition | null;
  readonly listClass: string;
  readonly nothing: ReactNode;
  readonly renderPlace: (place: DiscoveredPlace) => ReactNode;
}) {
  return (
    <PagedList
      list={useInfiniteQuery(placesQuery(filter, near))}
      toItems={(page) => page.places}
      toKey={({ slug }) => slug}
      renderItem={renderPlace}
      renderTotal={(total) => (
        <DimensionLine>
          <span role="status">{formatAmount(total, "place")}</span>
        </DimensionLine>
      )}
      renderFailure={(message, retry) => <ErrorPanel message={message} onRetry={retry} />}
      pending={
        <div role="status" aria-label="Loading places" className={listClass}>
          {["first", "second", "third"].map((key) => (
            <Skeleton key={key} className="h-72 w-full" />
          ))}
        </div>
      }
      nothing={nothing}
      listClass={listClass}
      className="grid gap-5"
    />
  );
}
