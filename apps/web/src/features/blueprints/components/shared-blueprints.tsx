import type { BlueprintId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount } from "../../../lib/format.ts";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { blueprintsQuery } from "../blueprints.queries.ts";
import { BlueprintStateBadge } from "./blueprint-state-badge.tsx";

const blueprintsShown = 5;

/** Blueprints that a team shares with a new member. */
export function SharedBlueprints({ onOpen }: { readonly onOpen: (id: BlueprintId) => void }) {
  const team = useCurrentTeam();
  const canSee = roleMay(team.role, "blueprint.see");
  const list = useInfiniteQuery({ ...blueprintsQuery(team.teamId, { state: "open", search: "" }), enabled: canSee });
  if (!canSee) return <p className="text-ink-soft">Jobs assigned to you appear in the scanner portal.</p>;
  if (list.isPending) return <Skeleton className="h-40" />;
  if (list.data === undefined) return <LoadFailure query={list} />;
  const first = list.data.pages[0];
  if (first === undefined || first.blueprints.length === 0)
    return <p className="text-ink-soft">The team has no blueprints yet. They appear on your dashboard.</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ul className="divide-y divide-hairline border border-line">
        {first.blueprints.slice(0, blueprintsShown).map(({ id, name, state }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="flex min-h-11 w-full items-center justify-between gap-4 px-4 py-2 text-left hover:bg-sunken"
            >
              <span className="min-w-0 truncate">{name}</span>
              <span className="flex shrink-0 items-center gap-3">
                <BlueprintStateBadge state={state} />
                <ChevronRight aria-hidden="true" className="size-4 text-ink-soft" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {first.total > blueprintsShown ? (
        <p className="text-caption text-ink-soft">
          {formatAmount(first.total - blueprintsShown, "more blueprint")} on your dashboard
        </p>
      ) : null}
    </div>
  );
}
