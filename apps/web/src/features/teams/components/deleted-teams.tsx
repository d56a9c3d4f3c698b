import { useQuery } from "@tanstack/react-query";
import { complain } from "../../../lib/complain.ts";
import { chooseTeam } from "../../../lib/current-team.ts";
import { formatDate } from "../../../lib/format.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { SettingsRow, SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { deletedTeamsQuery, useRestoreTeam } from "../teams.queries.ts";

/** The user's own teams in the bin; empty if there are none. */
export function DeletedTeams() {
  const list = useQuery(deletedTeamsQuery);
  const restore = useRestoreTeam();
  if (list.data === undefined || list.data.length === 0) return null;
  return (
    <SettingsSheet title="Teams in the bin">
      {list.data.map(({ teamId, name, removedAt }) => (
        <SettingsRow key={teamId} title={name} text={`Permanently deleted on ${formatDate(removedAt)}.`}>
          <Button
            aria-label={`Restore ${name}`}
            busy={restore.isPending && restore.variables === teamId}
            onClick={() =>
              runMutation(restore, teamId, {
                onSuccess: () => {
                  chooseTeam(teamId);
                  toasts.add({ title: `${name} restored`, description: "Everything is back in place." });
                },
                onError: (error) => complain("Couldn't restore the team", error),
              })
            }
          >
            Restore
          </Button>
        </SettingsRow>
      ))}
    </SettingsSheet>
  );
}
