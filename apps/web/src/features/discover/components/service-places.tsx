import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { storeDestination } from "../../../lib/destination.ts";
import { type FoundAddress, type MapService, mapService } from "../../../lib/map-service.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { servicePlacesQuery } from "../service-places.queries.ts";
import { toVenue } from "../to-venue.ts";

/** Venues and addresses that the installation's map service knows, to create. Nothing without such a service. */
export function ServicePlaces({ search }: { readonly search: string }) {
  return mapService === null ? null : <FoundByService service={mapService} search={search} />;
}

function FoundByService({ service, search }: { readonly service: MapService; readonly search: string }) {
  const { data: found, isError } = useQuery(servicePlacesQuery(service, search));
  if (isError)
    return (
      <p role="status" className="text-ink-soft">
        The map service isn’t responding. You see only venues that are here.
      </p>
    );
  if (found === undefined || found.length === 0) return null;
  return (
    <section aria-labelledby="from-map-service" className="grid gap-3">
      <h2 id="from-map-service" className="text-lead font-strong">
        On the map, not here yet
      </h2>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {found.map((address) => (
          <li key={`${address.name} ${address.latitude} ${address.longitude}`}>
            <FoundVenue address={address} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FoundVenue({ address }: { readonly address: FoundAddress }) {
  const isSignedIn = useSession().status === "signed-in";
  const venue = toVenue(address);
  const target = { to: "/create-blueprint", search: venue } as const;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-strong break-words">{venue.name}</p>
        <p className="text-ink-soft break-words">{venue.address}</p>
      </div>
      <Button asChild>
        {isSignedIn ? (
          <Link {...target} aria-label={`Create ${venue.name}`}>
            Create
          </Link>
        ) : (
          <Link
            to="/login"
            aria-label={`Sign in to create ${venue.name}`}
            onClick={() =>
              storeDestination(
                `/create-blueprint?${new URLSearchParams(Object.entries(venue).map(([key, value]) => [key, String(value)]))}`,
              )
            }
          >
            Sign in to create
          </Link>
        )}
      </Button>
    </div>
  );
}
