import type { TeamMembership } from "@blueprint/contract/users";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { formatAmount, formatCount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { DimensionLine } from "../../../ui/dimension-line.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type BlueprintOrder, orderBlueprints } from "../blueprint-order.ts";
import { type BlueprintFilter, blueprintsQuery } from "../blueprints.queries.ts";
import { BlueprintCard } from "./blueprint-card.tsx";
import { BlueprintListSkeleton, sheetGridClass } from "./blueprint-list-skeleton.tsx";
import { BlueprintTable } from "./blueprint-table.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { NoBlueprints } from "./no-blueprints.tsx";

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

  if (list.isPending) return <BlueprintListSkeleton view={view} />;
  if (list.data === undefined)
    return <ErrorPanel message={readableError(list.error)} onRetry={() => void list.refetch()} />;

  const blueprints = orderBlueprints(
    list.data.pages.flatMap((page) => page.blueprints),
    order,
  );
  // Ignores ticked blueprints that left the list through a search or a teammate.
  const ticked = blueprints.filter(({ id }) => tickedIds.has(id));
  const total = list.data.pages.at(-1)?.total ?? blueprints.length;
  if (blueprints.length === 0) return <NoBlueprints team={team} filter={filter} onClearSearch={onClearSearch} />;
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
        <ul className={sheetGridClass}>
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
