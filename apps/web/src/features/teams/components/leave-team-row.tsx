import { useCurrentTeam } from "../../../lib/current-team.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { SettingsRow } from "../../../ui/settings-sheet.tsx";
import { useLeaveTeam } from "../teams.queries.ts";
import { ConfirmedAct } from "./confirmed-act.tsx";

/** Leaves the team. */
export function LeaveTeamRow() {
  const team = useCurrentTeam();
  const leave = useLeaveTeam(team.teamId);
  return (
    <SettingsRow title="Leave team" text="What you created stays with it. An owner or an admin can invite you again.">
      <ConfirmedAct
        label="Leave"
        title={`Leave ${team.name}?`}
        description="You lose access to its blueprints right away."
        confirm="Leave team"
        act={leave}
        onDone={() => toasts.add({ title: `You left ${team.name}` })}
      />
    </SettingsRow>
  );
}
