import { limits } from "@blueprint/contract/limits";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useConfirmation } from "../../../lib/confirmation.store.ts";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { googleStateQuery, signInMethodsQuery, useConfirmByPasskey, useConfirmByPassword } from "../account.queries.ts";

/** Asks the user to confirm their identity before a sensitive change, then continues with that change. */
export function ConfirmationDialog({
  confirmByGoogle,
}: {
  /** Called directly from the click: browsers block a popup that opens any later. */
  readonly confirmByGoogle: () => Promise<unknown>;
}) {
  const { settle } = useConfirmation();
  return (
    <Dialog
      open={settle !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) settle?.(false);
      }}
      title="Confirm it's you"
      description={`This change affects who can use your account. We won't ask again for ${limits.confirmationValidMinutes} minutes.`}
    >
      {settle === null ? null : <ConfirmationForm confirmByGoogle={confirmByGoogle} onSettled={settle} />}
    </Dialog>
  );
}

function ConfirmationForm({
  confirmByGoogle,
  onSettled,
}: {
  readonly confirmByGoogle: () => Promise<unknown>;
  readonly onSettled: (isConfirmed: boolean) => void;
}) {
  const { profile } = useMe();
  const { data: methods } = useQuery(signInMethodsQuery);
  const { data: known } = useQuery(googleStateQuery);
  const [password, setPassword] = useState("");
  const byPassword = useConfirmByPassword();
  const byPasskey = useConfirmByPasskey();
  const byGoogle = useMutation({ mutationFn: confirmByGoogle });
  const ways = [byPassword, byPasskey, byGoogle];
  const start = () => {
    for (const way of ways) way.reset();
  };
  const done = { onSuccess: () => onSettled(true) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals: without this, a dialog above a form would submit that form too.
    event.stopPropagation();
    start();
    byPassword.mutate(password, done);
  };
  if (methods === undefined) return null;
  const error = ways.find((way) => way.error !== null)?.error ?? null;
  const isWrong = hasCode(error, "wrong-password");
  const hasPasskey =
    methods.passkeys.length > 0 && methods.passkeyOrigin === location.origin && "PublicKeyCredential" in window;
  const hasGoogle = methods.google !== null && known?.google === "available";
  return (
    <form onSubmit={submit} className="grid gap-4">
      <input type="email" name="username" autoComplete="username" value={profile.email} readOnly hidden />
      {methods.hasPassword ? (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          required
          value={password}
          error={isWrong ? readableError(error) : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
      {error === null || isWrong ? null : <Notice tone="danger">{readableError(error)}</Notice>}
      {hasPasskey ? (
        <Button
          busy={byPasskey.isPending}
          onClick={() => {
            start();
            byPasskey.mutate(undefined, done);
          }}
        >
          Use a passkey
        </Button>
      ) : null}
      {hasGoogle ? (
        <Button
          busy={byGoogle.isPending}
          onClick={() => {
            start();
            byGoogle.mutate(undefined, done);
          }}
        >
          Continue with Google
        </Button>
      ) : null}
      {methods.hasPassword || hasPasskey || hasGoogle ? null : (
        <Notice>
          None of your sign-in methods work in this window. Sign out, sign in again, then make the change.
        </Notice>
      )}
      <DialogActions>
        <Button variant="quiet" onClick={() => onSettled(false)}>
          Cancel
        </Button>
        {methods.hasPassword ? (
          <Button type="submit" variant="primary" busy={byPassword.isPending}>
            Confirm
          </Button>
        ) : null}
      </DialogActions>
    </form>
  );
}
