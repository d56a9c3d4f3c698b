import type { DiscoveredPlace } from "@blueprint/contract/discover";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { toIndustryLabel } from "../../../lib/industries.ts";
import { useSession } from "../../../lib/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { everyPlace } from "../place-filter.ts";
import { PlaceCover } from "./place-card.tsx";
import { PlacePages } from "./place-pages.tsx";
import { SearchBox } from "./search-box.tsx";
import { ServicePlaces } from "./service-places.tsx";

/** Finds a venue to open, claim or create. */
export function SearchScreen({
  search,
  onSearch,
}: {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8 px-5 pt-6 pb-16 sm:px-8 lg:pt-10">
      <div className="grid gap-2">
        <h1 className="text-title font-strong">Find a venue</h1>
        <p className="max-w-2xl text-lead text-ink-soft text-pretty">
          Open a venue that’s already here, claim it if it’s yours, or create it.
        </p>
      </div>
      <div className="max-w-xl">
        <SearchBox label="Venue or address" placeholder="Harbour Museum, Bergen" search={search} onSearch={onSearch} />
      </div>
      {search === "" ? null : (
        <PlacePages
          filter={{ ...everyPlace, search }}
          listClass="grid gap-3"
          renderPlace={(place) => <FoundPlace place={place} />}
          nothing={
            <p role="status" className="text-lead">
              No public place matches “{search}”. It may be unlisted, or not here yet.
            </p>
          }
        />
      )}
      {search === "" ? null : <ServicePlaces search={search} />}
      <section aria-labelledby="next" className="grid gap-4 border-t border-hairline pt-8">
        <h2 id="next" className="text-lead font-strong">
          {search === "" ? "Other ways to start" : "Not what you were looking for?"}
        </h2>
        <NextSteps name={search} />
      </section>
    </div>
  );
}

function FoundPlace({ place }: { readonly place: DiscoveredPlace }) {
  const { slug, name, address, industry, coverUrl } = place;
  return (
    <article className="grid items-center gap-4 border border-line bg-sheet sm:grid-cols-[12rem_1fr_auto] sm:pr-4">
      <PlaceCover url={coverUrl} />
      <div className="grid min-w-0 gap-1 px-4 sm:px-0">
        <h2 className="flex flex-wrap items-center gap-2 font-strong">
          <span className="break-words">{name}</span>
          <Badge>{toIndustryLabel(industry)}</Badge>
        </h2>
        <p className="text-ink-soft">{address === "" ? "No address given" : address}</p>
      </div>
      <div className="flex flex-wrap gap-2 px-4 pb-4 sm:px-0 sm:pb-0">
        <Button variant="primary" asChild>
          <Link to="/webxr" search={{ b: slug }} aria-label={`Open ${name}`}>
            Open
          </Link>
        </Button>
        <Button asChild>
          <Link to="/claim-blueprint" search={{ b: slug }} aria-label={`Claim ${name}`}>
            Claim
          </Link>
        </Button>
      </div>
    </article>
  );
}

function NextSteps({ name }: { readonly name: string }) {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <ul className="grid border-t border-l border-line md:grid-cols-3">
      <NextStep
        title="You have a scan"
        action={
          isSignedIn ? (
            <Button asChild>
              <Link to="/create-blueprint" search={name === "" ? {} : { name }}>
                Create blueprint
              </Link>
            </Button>
          ) : (
            <Button asChild>
              <Link to="/login" search={{ ask: true }}>
                Ask for access
              </Link>
            </Button>
          )
        }
      >
        {name === "" ? "Create the place yourself." : `Create “${name}” yourself.`} One file is enough to start.
      </NextStep>
      <NextStep
        title="You need a scan"
        action={
          <Button asChild>
            <Link to="/scanner-portal">Request a visit</Link>
          </Button>
        }
      >
        Request a visit, and an operator will suggest a date.
      </NextStep>
      <NextStep
        title="Someone else published your venue"
        action={
          <Button asChild>
            <Link to="/claim-blueprint">Claim it</Link>
          </Button>
        }
      >
        Prove that you run it, and take it over.
      </NextStep>
    </ul>
  );
}

function NextStep({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: ReactNode;
}) {
  return (
    <li className="flex flex-col gap-2 border-r border-b border-line bg-sheet p-5">
      <h3 className="font-strong">{title}</h3>
      <p className="mb-2 text-ink-soft text-pretty">{children}</p>
      <div className="mt-auto">{action}</div>
    </li>
  );
}
