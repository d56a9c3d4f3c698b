import { limits } from "@blueprint/contract/limits";
import { roleMay } from "@blueprint/contract/roles";
import type { TeamMembership } from "@blueprint/contract/users";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { formatAmount, formatCount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { DimensionLine } from "../../../ui/dimension-line.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type BlueprintOrder, orderBlueprints } from "../blueprint-order.ts";
import { type BlueprintFilter, blueprintsQuery } from "../blueprints.queries.ts";
import { AddSample } from "./add-sample.tsx";
import { BlueprintCard } from "./blueprint-card.tsx";
import { BlueprintTable } from "./blueprint-table.tsx";
import { BulkBar } from "./bulk-bar.tsx";

const grid = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4";

export function BlueprintList({
  team,
  filter,
  order,
  view,
  onClearSearch,
}: {
  readonly team: TeamMembership;
  readonly filter: BlueprintFilter;
  readonly order: BlueprintOrder;
  readonly view: "grid" | "table";
  readonly onClearSearch: () => void;
}) {
  const list = useInfiniteQuery(blueprintsQuery(team.teamId, filter));
  const [tickedIds, setTickedIds] = useState<ReadonlySet<string>>(new Set());
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;

  // The server paginates by last change; any other order is only correct once every page is loaded.
  const needsAll = order !== "changed" && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (needsAll && !isFetchingNextPage) void fetchNextPage();
  }, [needsAll, isFetchingNextPage, fetchNextPage]);

  if (list.isPending) return <ListSkeleton view={view} />;
  if (list.data === undefined)
    return <ErrorPanel message={readableError(list.error)} onRetry={() => void list.refetch()} />;

  const blueprints = orderBlueprints(
    list.data.pages.flatMap((page) => page.blueprints),
    order,
  );
  // Ignores ticked blueprints that left the list through a search or a teammate.
  const ticked = blueprints.filter(({ id }) => tickedIds.has(id));
  const total = list.data.pages.at(-1)?.total ?? blueprints.length;
  if (blueprints.length === 0) return <NothingHere team={team} filter={filter} onClearSearch={onClearSearch} />;
  return (
    <div className="grid gap-5">
      <DimensionLine>
        <span role="status">
          {needsAll
            ? `Loading ${formatCount(blueprints.length)} of ${formatCount(total)} to sort them`
            : formatAmount(total, "blueprint")}
        </span>
      </DimensionLine>
      {list.isRefetchError ? (
        <Notice tone="attention" action={<Button onClick={() => void list.refetch()}>Try again</Button>}>
          This list may be out of date. {readableError(list.error)}
        </Notice>
      ) : null}
      {view === "grid" ? (
        <ul className={grid}>
          {blueprints.map((blueprint) => (
            <li key={blueprint.id} className="min-w-0">
              <BlueprintCard blueprint={blueprint} role={team.role} />
            </li>
          ))}
        </ul>
      ) : (
        <>
          {ticked.length === 0 ? null : (
            <BulkBar
              ticked={ticked}
              role={team.role}
              isAway={filter.state === "archived" || filter.state === "binned"}
              onDone={() => setTickedIds(new Set())}
            />
          )}
          <BlueprintTable
            blueprints={blueprints}
            role={team.role}
            ticked={tickedIds}
            onTick={(ids, isTicked) =>
              setTickedIds((before) => {
                const next = new Set(before);
                for (const id of ids) isTicked ? next.add(id) : next.delete(id);
                return next;
              })
            }
          />
        </>
      )}
      {hasNextPage && !needsAll ? (
        <div className="justify-self-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function NothingHere({
  team,
  filter,
  onClearSearch,
}: {
  readonly team: TeamMembership;
  readonly filter: BlueprintFilter;
  readonly onClearSearch: () => void;
}) {
  if (filter.search !== "")
    return (
      <EmptyState
        title={`No results for “${filter.search}”`}
        action={<Button onClick={onClearSearch}>Clear search</Button>}
      >
        We searched names, addresses and tags of this team's blueprints.
      </EmptyState>
    );
  if (filter.tag !== undefined)
    return (
      <EmptyState
        title={`No blueprints tagged “${filter.tag}” here`}
        action={<Button onClick={onClearSearch}>Show all tags</Button>}
      >
        This team's blueprints in other states may have this tag.
      </EmptyState>
    );
  switch (filter.state) {
    case "archived":
      return (
        <EmptyState title="The archive is empty">
          Archived blueprints keep everything, but visitors can't open them.
        </EmptyState>
      );
    case "binned":
      return (
        <EmptyState title="The bin is empty">
          Items in the bin stay for {limits.binKeptDays} days. You can restore them until then.
        </EmptyState>
      );
    case "open":
      return roleMay(team.role, "blueprint.edit") ? (
        <EmptyState
          title="No blueprints yet"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button variant="primary" asChild>
                <Link to="/create-blueprint">
                  <Plus aria-hidden="true" strokeWidth={1.75} />
                  New blueprint
                </Link>
              </Button>
              <AddSample teamId={team.teamId} />
            </div>
          }
        >
          A blueprint starts with one scan of a place: a mesh, a point cloud, splats or a panorama. To look around
          first, add the example museum. You can edit or delete it.
        </EmptyState>
      ) : (
        <EmptyState title="No blueprints yet">
          {team.name} has no blueprints yet. An editor of the team can create the first one.
        </EmptyState>
      );
    default:
      return <EmptyState title="None in this state">None of this team's blueprints are in this state.</EmptyState>;
  }
}

function ListSkeleton({ view }: { readonly view: "grid" | "table" }) {
  return (
    <div role="status" aria-label="Loading blueprints" className="grid gap-5">
      <Skeleton className="h-4 w-full" />
      {view === "grid" ? (
        <div className={grid}>
          {["first", "second", "third"].map((key) => (
            <div key={key} className="border border-hairline">
              <Skeleton className="aspect-[16/10] w-full rounded-none" />
              <div className="h-[7.25rem]" />
            </div>
          ))}
        </div>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </div>
  );
}
