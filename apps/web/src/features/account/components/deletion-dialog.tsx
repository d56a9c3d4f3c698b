import { accountKeptDays } from "@blueprint/contract/account-end";
import { type FormEvent, useState } from "react";
import { fieldError, hasCode, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { useDeleteAccount } from "../account-end.queries.ts";

export function DeletionDialog({
  open,
  onOpenChange,
  needsPassword,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly needsPassword: boolean;
}) {
  const [password, setPassword] = useState("");
  const remove = useDeleteAccount();
  const isWrong = hasCode(remove.error, "wrong-password");
  const teams = fieldError(remove.error, "teams");
  const close = () => {
    setPassword("");
    remove.reset();
    onOpenChange(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(needsPassword ? password : undefined, { onSuccess: close });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Delete your account?"
      description={`It is removed after ${accountKeptDays} days. You are signed out everywhere else now.`}
    >
      <form onSubmit={submit} className="grid gap-4">
        {needsPassword ? (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            required
            value={password}
            error={isWrong ? readableError(remove.error) : undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        {remove.error === null || isWrong ? null : (
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
