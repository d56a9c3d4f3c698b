import { limits } from "@blueprint/contract/limits";
import { type FormEvent, useState } from "react";
import { chooseTeam } from "../../../lib/current-team.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useCreateTeam } from "../teams.queries.ts";

/** Creates a team and switches to it. */
export function NewTeamDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New team"
      description="It has its own blueprints, people and plan. People in your other teams can't see it."
    >
      <NewTeamForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewTeamForm({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState("");
  const create = useCreateTeam();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(name, {
      onSuccess: ({ teamId }) => {
        chooseTeam(teamId);
        toasts.add({ title: `${name.trim()} created`, description: "You're its owner." });
        onDone();
      },
    });
  };
  const nameError = fieldError(create.error, "name");
  return (
    <form onSubmit={submit} className="grid gap-4">
      {create.error && nameError === undefined ? <Notice tone="danger">{readableError(create.error)}</Notice> : null}
      <TextField
        label="Name"
        name="team"
        autoComplete="off"
        required
        maxLength={limits.teamNameCharactersMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={nameError}
      />
      <DialogActions>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create team
        </Button>
      </DialogActions>
    </form>
  );
}
