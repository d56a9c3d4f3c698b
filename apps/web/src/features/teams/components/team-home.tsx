import { roleMay } from "@blueprint/contract/roles";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { useMe } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { PagePart } from "../../../ui/page-part.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MembersPanel } from "./members-panel.tsx";

/** The team's home: its tasks, the places it works on, its members and workflows. */
export function TeamHome({
  tasks,
  blueprints,
  workflows,
}: {
  readonly tasks: ReactNode;
  /** The places that were worked on last. */
  readonly blueprints: ReactNode;
  /** For those who see the team's blueprints. */
  readonly workflows: ReactNode;
}) {
  const team = useCurrentTeam();
  return (
    <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-12">
      <title>Workspace · Blueprint</title>
      <div>
        <PageHead title={team.name} actions={roleMay(team.role, "member.invite") ? <InviteDialog /> : null}>
          Workspace
        </PageHead>
        <TeamLinks />
        <div className="mb-10">
          <PagePart id="tasks" title="Tasks">
            {tasks}
          </PagePart>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
          <PagePart id="blueprints" title="Blueprints">
            {blueprints}
          </PagePart>
          <PagePart id="members" title="Members">
            <MembersPanel />
          </PagePart>
        </div>
        {roleMay(team.role, "blueprint.see") ? (
          <div className="mt-10">
            <PagePart id="workflows" title="Workflows">
              {workflows}
            </PagePart>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function TeamLinks() {
  const { isOperator } = useMe();
  return (
    <nav aria-label="This team" className="mb-8 flex flex-wrap gap-2">
      <Button asChild>
        <Link to="/team-members">Members and roles</Link>
      </Button>
      <Button asChild>
        <Link to="/manage-plan">Plan and usage</Link>
      </Button>
      <Button asChild>
        <Link to="/venue-materials">Venue signs</Link>
      </Button>
      {isOperator ? (
        // Wider screens have it in their navigation.
        <Button asChild className="md:hidden">
          <Link to="/workspace" search={{ area: "operator" }}>
            This installation
          </Link>
        </Button>
      ) : null}
    </nav>
  );
}
