import type { InstallationTeam } from "@blueprint/contract/installation";
import { limits } from "@blueprint/contract/limits";
import { type FormEvent, useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useEnterTeam } from "../installation.queries.ts";

/** Asks an operator for a reason, then grants read access to a team's blueprints. Calls `onEntered` afterwards. */
export function EnterTeam({
  team,
  onEntered,
}: {
  readonly team: Pick<InstallationTeam, "teamId" | "name" | "visitEndsAt">;
  readonly onEntered: () => Promise<void>;
}) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const enter = useEnterTeam(team.teamId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate(reason, { onSuccess: () => onEntered() });
  };
  const reasonError = fieldError(enter.error, "reason");
  if (team.visitEndsAt !== null)
    return (
      <Button size="small" aria-label={`Go to ${team.name}`} onClick={() => void onEntered()}>
        Go there
      </Button>
    );
  return (
    <>
      <Button size="small" aria-label={`Enter ${team.name}`} onClick={() => setOpen(true)}>
        Enter…
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Enter ${team.name}`}
        description="You get read-only access to the team's blueprints for an hour. The team's audit log shows your name and reason."
      >
        <form onSubmit={submit} className="grid gap-4">
          {enter.error && reasonError === undefined ? (
            <Notice tone="danger">{readableError(enter.error)}</Notice>
          ) : null}
          <TextArea
            label="Reason"
            required
            maxLength={limits.visitReasonCharactersMax}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={reasonError}
          />
          <DialogActions>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={enter.isPending}>
              Enter for an hour
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
