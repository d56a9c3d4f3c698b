import { accountKeptDays } from "@blueprint/contract/account-end";
import type { FormEvent } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useDeleteAccount } from "../account-end.queries.ts";

export function DeletionDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const remove = useDeleteAccount();
  const teams = fieldError(remove.error, "teams");
  const close = () => {
    remove.reset();
    onOpenChange(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(undefined, { onSuccess: close });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Delete your account?"
      description={`We delete it after ${accountKeptDays} days. You're signed out everywhere else now.`}
    >
      <form onSubmit={submit} className="grid gap-4">
        {remove.error === null ? null : (
          <Notice tone="danger">
            {readableError(remove.error)}
            {teams === undefined ? "" : ` Teams: ${teams}.`}
          </Notice>
        )}
        <DialogActions>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending}>
            Delete my account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
