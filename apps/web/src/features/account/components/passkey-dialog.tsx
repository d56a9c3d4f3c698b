import { type FormEvent, useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAddPasskey } from "../account.queries.ts";

export function PasskeyDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const [name, setName] = useState("");
  const add = useAddPasskey();
  const close = () => {
    setName("");
    add.reset();
    onOpenChange(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(name, {
      onSuccess: () => {
        close();
        toasts.add({ title: "Passkey added", description: "You can sign in with it from now on." });
      },
    });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Add a passkey"
      description="Your device asks for your fingerprint, face or PIN."
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          required
          maxLength={60}
          hint="A name you'll recognise, such as Phone or Office laptop."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {add.error === null ? null : <Notice tone="danger">{readableError(add.error)}</Notice>}
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
