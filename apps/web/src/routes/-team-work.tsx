import { roleMay } from "@blueprint/contract/roles";
import type { TaskFilter } from "@blueprint/contract/tasks";
import { useQuery } from "@tanstack/react-query";
import { BlueprintChoice } from "../features/blueprints/components/blueprint-choice.tsx";
import { TasksPanel } from "../features/tasks/components/tasks-panel.tsx";
import { teamMembersQuery } from "../features/teams/teams.queries.ts";
import { webhooksQuery } from "../features/webhooks/webhooks.queries.ts";
import { WorkflowsPanel } from "../features/workflows/components/workflows-panel.tsx";
import { useCurrentTeam } from "../lib/current-team.ts";
import { useMe } from "../lib/session.ts";

/** Members visible to the user; always includes the user. */
function useKnownPeople() {
  const team = useCurrentTeam();
  const { profile } = useMe();
  const canSee = roleMay(team.role, "blueprint.see");
  const list = useQuery({ ...teamMembersQuery(team.teamId), enabled: canSee });
  const self = { userId: profile.uid, name: profile.name };
  return list.data?.members.map(({ userId, name }) => ({ userId, name })) ?? [self];
}

export function TeamTasks(view: { readonly filter: TaskFilter; readonly onFilter: (filter: TaskFilter) => void }) {
  const team = useCurrentTeam();
  const canSee = roleMay(team.role, "blueprint.see");
  return (
    <TasksPanel
      {...view}
      people={useKnownPeople()}
      renderBlueprintChoice={(chosen, onChange) =>
        canSee ? (
          <BlueprintChoice label="Blueprint" hint="What the task is about." chosen={chosen} onChange={onChange} />
        ) : null
      }
    />
  );
}

export function TeamWorkflows() {
  const team = useCurrentTeam();
  const canKeep = roleMay(team.role, "team.settings");
  const hooks = useQuery({ ...webhooksQuery(team.teamId), enabled: canKeep });
  return (
    <WorkflowsPanel
      people={useKnownPeople()}
      webhooks={hooks.data?.webhooks ?? []}
      renderBlueprintChoice={(chosen, onChange) => (
        <BlueprintChoice label="Blueprint" placeholder="All blueprints" chosen={chosen} onChange={onChange} />
      )}
    />
  );
}
