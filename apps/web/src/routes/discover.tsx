import { createFileRoute } from "@tanstack/react-router";
import { SitePage } from "../features/content/components/site-page.tsx";
import { DiscoverScreen } from "../features/discover/components/discover-screen.tsx";
import { type PlaceFilter, placeSearchSchema, readFilter, writeFilter } from "../features/discover/place-filter.ts";
import { keepSearch } from "../lib/search-text.ts";

export const Route = createFileRoute("/discover")({
  validateSearch: keepSearch(placeSearchSchema),
  component: Discover,
});

function Discover() {
  const params = placeSearchSchema.parse(Route.useSearch());
  const filter = readFilter(params);
  const navigate = Route.useNavigate();
  const change = (next: PlaceFilter, isMapChosen: boolean) =>
    void navigate({
      search: { ...writeFilter(next), ...(isMapChosen ? { map: true as const } : {}) },
      replace: true,
      resetScroll: false,
    });
  const isMapChosen = params.map === true;
  return (
    <SitePage path="/discover">
      <DiscoverScreen
        filter={filter}
        isMapChosen={isMapChosen}
        onFilter={(next) => change(next, isMapChosen)}
        onMapChosen={(next) => change(filter, next)}
      />
    </SitePage>
  );
}
