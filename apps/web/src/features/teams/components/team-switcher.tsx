import { ChevronsUpDown } from "lucide-react";
import { chooseTeam, useCurrentTeam } from "../../../lib/current-team.ts";
import { useMe } from "../../../lib/session.ts";
import { Menu, MenuChoices } from "../../../ui/menu.tsx";

/** Which team's blueprints are on the table. Whoever is in one team only just reads its name. */
export function TeamSwitcher() {
  const { teams } = useMe();
  const current = useCurrentTeam();
  if (teams.length < 2) return <p className="truncate px-2 text-caption text-ink-soft">{current.name}</p>;
  return (
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
    </Menu>
  );
}
