import { ChevronsUpDown, Plus } from "lucide-react";
import { useState } from "react";
import { chooseTeam, useCurrentTeam } from "../../../lib/current-team.ts";
import { useMe } from "../../../lib/session.ts";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { NewTeamDialog } from "./new-team-dialog.tsx";

/** Switches between teams, or creates one. */
export function TeamSwitcher() {
  const { teams } = useMe();
  const current = useCurrentTeam();
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`Team: ${current.name}`}
            className="flex h-9 w-full min-w-0 items-center justify-between gap-2 rounded-sharp border border-line bg-sheet px-2.5 text-left hover:border-ink pointer-coarse:h-11"
          >
            <span className="truncate">{current.name}</span>
            <ChevronsUpDown size={14} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-soft" />
          </button>
        }
      >
        <MenuChoices
          label="Team"
          value={current.teamId as string}
          options={teams.map((team) => ({ value: team.teamId as string, label: team.name }))}
          onChange={chooseTeam}
        />
        <MenuSeparator />
        <MenuItem icon={Plus} onSelect={() => setMaking(true)}>
          New team
        </MenuItem>
      </Menu>
      <NewTeamDialog open={isMaking} onOpenChange={setMaking} />
    </>
  );
}
