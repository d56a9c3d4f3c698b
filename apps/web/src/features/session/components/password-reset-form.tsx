import { type FormEvent, useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { useRequestPasswordReset } from "../session.queries.ts";
import { EmailField } from "./email-field.tsx";

export function PasswordResetForm({
  email: initialEmail,
  onBack,
}: {
  readonly email: string;
  readonly onBack: () => void;
}) {
  const [email, setEmail] = useState(initialEmail);
  const reset = useRequestPasswordReset();

  if (reset.isSuccess)
    return (
      <div className="grid gap-4">
        <title>Password reset · Blueprint</title>
        <h1 className="text-title font-strong">Check your email</h1>
        <p className="text-ink-soft">
          If <strong className="font-strong wrap-anywhere text-ink">{email}</strong> has an account, a link to choose a
          new password is on its way. It works for one hour. Your old password works until then.
        </p>
        <div>
          <Button onClick={onBack}>Back to sign in</Button>
        </div>
      </div>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate({ email });
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <title>Password reset · Blueprint</title>
      <div className="grid gap-1.5">
        <h1 className="text-title font-strong">Reset your password</h1>
        <p className="text-ink-soft">We'll send you a link to choose a new one.</p>
      </div>
      <EmailField
        autoComplete="username"
        email={email}
        onEmail={setEmail}
        error={reset.error ? readableError(reset.error) : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={reset.isPending}>
          Send link
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </form>
  );
}
