import { roleMay, withArticle } from "@blueprint/contract/roles";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { DeleteTeamRow } from "./delete-team-row.tsx";
import { DeletedTeams } from "./deleted-teams.tsx";
import { LeaveTeamRow } from "./leave-team-row.tsx";
import { SeeAsRow } from "./see-as-row.tsx";
import { TeamNameForm } from "./team-name-form.tsx";
import { TransferTeamRow } from "./transfer-team-row.tsx";

/** The team's name, its ownership and its deletion. */
export function TeamSettings() {
  const team = useCurrentTeam();
  const owns = roleMay(team.role, "team.own") && !team.isPersonal;
  return (
    <>
      {roleMay(team.role, "team.settings") ? <TeamNameForm key={team.name} /> : null}
      <SettingsSheet title="Your role" text={`You're ${withArticle(team.ownRole)} of ${team.name}.`}>
        <SeeAsRow />
        {team.isPersonal ? null : <LeaveTeamRow />}
      </SettingsSheet>
      {owns ? (
        <SettingsSheet title="Ownership">
          <TransferTeamRow />
          <DeleteTeamRow />
        </SettingsSheet>
      ) : null}
      <DeletedTeams />
    </>
  );
}
