import { type FormEvent, useState } from "react";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAddPasskey } from "../account.queries.ts";

export function PasskeyDialog({
  open,
  onOpenChange,
  needsPassword,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly needsPassword: boolean;
}) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const add = useAddPasskey();
  const isWrong = hasCode(add.error, "wrong-password");
  const close = () => {
    setName("");
    setPassword("");
    add.reset();
    onOpenChange(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      { name, password: needsPassword ? password : undefined },
      {
        onSuccess: () => {
          close();
          toasts.add({ title: "Passkey added", description: "You can sign in with it from now on." });
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Add a passkey"
      description="Your device asks for its lock: a finger, a face or a PIN."
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          required
          maxLength={60}
          hint="How you recognise it: Phone, Office laptop."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {needsPassword ? (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            required
            value={password}
            error={isWrong ? readableError(add.error) : undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        {add.error === null || isWrong ? null : <Notice tone="danger">{readableError(add.error)}</Notice>}
        <DialogActions>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={add.isPending}>
            Continue
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
