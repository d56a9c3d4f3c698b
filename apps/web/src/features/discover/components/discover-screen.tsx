import type { Industry } from "@blueprint/contract/users";
import { Link } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { IndustryFacet } from "./industry-facet.tsx";
import { PlaceCard } from "./place-card.tsx";
import { PlacePages } from "./place-pages.tsx";
import { SearchBox } from "./search-box.tsx";

/** Places that their owners opened to everybody. */
export function DiscoverScreen({
  search,
  industry,
  onChange,
}: {
  readonly search: string;
  readonly industry: Industry | undefined;
  readonly onChange: (change: { search?: string; industry?: Industry | undefined }) => void;
}) {
  const filter = { search, industry };
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6 px-5 pt-6 pb-16 sm:px-8 lg:pt-10">
      <div className="grid gap-2">
        <h1 className="text-title font-strong">Discover places</h1>
        <p className="max-w-2xl text-lead text-ink-soft text-pretty">
          Their owners opened them to everybody. Choose one and walk in; no account is needed.
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
      </div>
      <PlacePages
        filter={filter}
        listClass="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
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
              A place stands here when its team publishes it as public.
            </EmptyState>
          ) : (
            <EmptyState
              title="Nothing found"
              action={<Button onClick={() => onChange({ search: "", industry: undefined })}>Show all places</Button>}
            >
              Names, addresses and descriptions of public places were searched.
            </EmptyState>
          )
        }
      />
    </div>
  );
}
