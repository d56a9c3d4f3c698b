import { limits } from "@blueprint/contract/limits";
import { roleMay } from "@blueprint/contract/roles";
import type { TeamMembership } from "@blueprint/contract/users";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import type { BlueprintFilter } from "../blueprints.queries.ts";
import { AddSample } from "./add-sample.tsx";

/** Why a list of blueprints is empty, and what to do about it. */
export function NoBlueprints({
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
