import { roleMay } from "@blueprint/contract/roles";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount, formatDate } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { blueprintsQuery } from "../blueprints.queries.ts";
import { BlueprintStateBadge } from "./blueprint-state-badge.tsx";

const blueprintsShown = 6;

/** The team's most recently changed blueprints. */
export function RecentBlueprints() {
  const team = useCurrentTeam();
  const canSee = roleMay(team.role, "blueprint.see");
  const list = useInfiniteQuery({ ...blueprintsQuery(team.teamId, { state: "open", search: "" }), enabled: canSee });
  if (!canSee) return <p className="text-ink-soft">Scanners can't see the team's blueprints.</p>;
  if (list.isPending) return <Skeleton className="h-40" />;
  if (list.data === undefined) return <LoadFailure query={list} />;
  const first = list.data.pages[0];
  if (first === undefined || first.blueprints.length === 0)
    return (
      <div className="grid gap-3">
        <p className="text-ink-soft">This team has no blueprints yet.</p>
        {roleMay(team.role, "blueprint.edit") ? (
          <div>
            <Button variant="primary" asChild>
              <Link to="/create-blueprint">New blueprint</Link>
            </Button>
          </div>
        ) : null}
      </div>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul className="divide-y divide-hairline border border-line bg-sheet">
        {first.blueprints.slice(0, blueprintsShown).map((blueprint) => (
          <li key={blueprint.id}>
            <Link
              to="/blueprint-editor/{-$id}"
              params={{ id: blueprint.id }}
              className="flex items-center justify-between gap-4 px-4 py-2 hover:bg-sunken"
            >
              <span className="min-w-0 truncate">{blueprint.name}</span>
              <span className="flex shrink-0 items-center gap-3">
                <span className="font-mono text-caption text-ink-soft max-sm:hidden">
                  {formatDate(blueprint.updatedAt)}
                </span>
                <BlueprintStateBadge state={blueprint.state} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/dashboard" className="justify-self-start text-accent underline underline-offset-2">
        {first.total > blueprintsShown ? `All ${formatAmount(first.total, "blueprint")}` : "Go to dashboard"}
      </Link>
    </div>
  );
}
