import { errorCatalogue } from "@blueprint/contract/errors";
import { type FormEvent, useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useResendInvitations } from "../invitations.queries.ts";
import { EmailField } from "./email-field.tsx";

/**
 * Resends the invitation for creating an account, if there is one. The response is the same for every address, so that
 * it doesn't reveal who is invited.
 */
export function CreateAccountForm({
  email: initialEmail,
  onAsk,
  onBack,
}: {
  readonly email: string;
  readonly onAsk: (email: string) => void;
  readonly onBack: () => void;
}) {
  const [email, setEmail] = useState(initialEmail);
  const resend = useResendInvitations();

  if (resend.isSuccess)
    return (
      <div className="grid gap-4">
        <title>Create an account · Blueprint</title>
        <h1 className="text-title font-strong">Check your email</h1>
        <p className="text-ink-soft">
          If <strong className="font-strong wrap-anywhere text-ink">{email}</strong> is invited, the invitation link is
          on its way. Open it to create your account.
        </p>
        <p className="text-ink-soft">No email? {errorCatalogue["access-denied"].message}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onAsk(email)}>Ask for access</Button>
          <Button variant="quiet" onClick={onBack}>
            Back to sign in
          </Button>
        </div>
      </div>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    resend.mutate(email);
  };
  const emailError = fieldError(resend.error, "email");
  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      <title>Create an account · Blueprint</title>
      <div className="grid gap-1.5">
        <h1 className="text-title font-strong">Create an account</h1>
        <p className="text-ink-soft">{errorCatalogue["access-denied"].message}</p>
      </div>
      <p className="text-ink-soft">
        Already invited? Your account starts from the link in the invitation. Enter your email and we'll send it again.
      </p>
      {resend.error && emailError === undefined ? <Notice tone="danger">{readableError(resend.error)}</Notice> : null}
      <EmailField autoComplete="email" email={email} onEmail={setEmail} error={emailError} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={resend.isPending}>
          Send the link
        </Button>
        <Button onClick={() => onAsk(email)}>Ask for access</Button>
      </div>
      <div>
        <Button variant="quiet" className="-ml-3.5" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </form>
  );
}
