import { limits } from "@blueprint/contract/limits";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { SettingsRow } from "../../../ui/settings-sheet.tsx";
import { useDeleteTeam } from "../teams.queries.ts";
import { ConfirmedAct } from "./confirmed-act.tsx";

/** Moves the team to the bin. */
export function DeleteTeamRow() {
  const team = useCurrentTeam();
  const remove = useDeleteTeam(team.teamId);
  return (
    <SettingsRow
      title="Delete the team"
      text={`It goes to the bin for ${limits.binKeptDays} days: no one can see it, and its places close to visitors. You can restore it until then.`}
    >
      <ConfirmedAct
        label="Delete"
        title={`Move ${team.name} to the bin?`}
        description={`Its blueprints go with it, and its places close to visitors. For ${limits.binKeptDays} days you can restore everything in the settings.`}
        confirm="Move to bin"
        act={remove}
        onDone={() =>
          toasts.add({ title: `${team.name} moved to the bin`, description: "Restore it in the settings." })
        }
      />
    </SettingsRow>
  );
}
