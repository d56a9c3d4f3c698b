import { rolesToPreview, type TeamRole } from "@blueprint/contract/roles";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { seeAs } from "../../../lib/see-as.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { SettingsRow } from "../../../ui/settings-sheet.tsx";
import { roleNames } from "../role-labels.ts";

/** Previews the team as a lower role. Absent for the lowest. */
export function SeeAsRow() {
  const team = useCurrentTeam();
  const roles = rolesToPreview(team.ownRole);
  const [role, setRole] = useState<TeamRole>(roles.at(-1) ?? team.ownRole);
  if (roles.length === 0) return null;
  return (
    <SettingsRow
      title="View as another role"
      text="See and do only what that role can, in this browser, until you stop. No one else notices."
    >
      <div className="flex gap-2">
        <Select
          compact
          label="Role to view the team as"
          options={roles.map((value) => ({ value, label: roleNames[value] }))}
          value={role}
          onChange={(event) => setRole(event.target.value as TeamRole)}
        />
        <Button onClick={() => seeAs(team.teamId, role)}>View</Button>
      </div>
    </SettingsRow>
  );
}
