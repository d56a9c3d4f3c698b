import { type FormEvent, useState } from "react";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { NewPasswordField } from "../../../ui/new-password-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useResetPassword } from "../session.queries.ts";

export function NewPasswordForm({
  token,
  onDone,
  onAskAgain,
}: {
  readonly token: string;
  readonly onDone: () => void;
  readonly onAskAgain: () => void;
}) {
  const [password, setPassword] = useState("");
  const reset = useResetPassword();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate(
      { token, newPassword: password },
      {
        onSuccess: () => {
          toasts.add({ title: "Password changed", description: "Sign in with the new one." });
          onDone();
        },
      },
    );
  };
  const isWeak = hasCode(reset.error, "weak-password");
  const isOver = hasCode(reset.error, "reset-link-expired");
  return (
    <form onSubmit={submit} className="grid gap-5">
      <title>New password · Blueprint</title>
      <div className="grid gap-1.5">
        <h1 className="text-title font-strong">Choose a new password</h1>
        <p className="text-ink-soft">You'll be signed out everywhere. Then sign in with the new one.</p>
      </div>
      {reset.error && !isWeak ? (
        <Notice tone="danger" action={isOver ? <Button onClick={onAskAgain}>Request a new link</Button> : undefined}>
          {readableError(reset.error)}
        </Notice>
      ) : null}
      <NewPasswordField
        label="New password"
        name="new-password"
        password={password}
        onPassword={setPassword}
        error={isWeak ? readableError(reset.error) : undefined}
      />
      <div>
        <Button type="submit" variant="primary" busy={reset.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
