import { limits } from "@blueprint/contract/limits";
import { type FormEvent, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useRenameTeam } from "../teams.queries.ts";

/** Renames the team. */
export function TeamNameForm() {
  const team = useCurrentTeam();
  const [name, setName] = useState(team.name);
  const rename = useRenameTeam(team.teamId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(name, { onSuccess: () => toasts.add({ title: "Team renamed" }) });
  };
  return (
    <SettingsSheet title="Name">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3 px-4 py-4">
        <TextField
          className="min-w-0 flex-[1_1_16rem]"
          label="Team name"
          name="team-name"
          autoComplete="off"
          required
          maxLength={limits.teamNameCharactersMax}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={rename.error ? (fieldError(rename.error, "name") ?? readableError(rename.error)) : undefined}
        />
        <Button type="submit" busy={rename.isPending}>
          Rename
        </Button>
      </form>
    </SettingsSheet>
  );
}
