import { limits } from "@blueprint/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { installationQuery } from "../../../lib/installation.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { forgetReferral, readReferral } from "../../../lib/referral.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useRequestAccess } from "../session.queries.ts";
import { EmailField } from "./email-field.tsx";

/** Requests an invitation from an operator. The response is the same whether or not the address is known. */
export function AccessRequestForm({
  email: initialEmail,
  referralCode = readReferral(),
  onBack,
}: {
  readonly email: string;
  readonly referralCode?: string | undefined;
  readonly onBack: () => void;
}) {
  const [email, setEmail] = useState(initialEmail);
  const [name, setName] = useState("");
  const [message, setMessage] = useState("");
  const request = useRequestAccess();
  const { data: installation } = useQuery(installationQuery);

  if (installation?.takesAccessRequests === false)
    return (
      <div className="grid gap-4">
        <title>Ask for access · Blueprint</title>
        <h1 className="text-title font-strong">No requests at the moment</h1>
        <p className="text-ink-soft text-pretty">
          This installation isn't taking access requests right now. If someone invited you, open the link in their
          email: it still works.
        </p>
        {installation.supportEmail === "" ? null : (
          <p className="break-words text-ink-soft">
            Questions? Write to{" "}
            <a href={`mailto:${installation.supportEmail}`} className="text-accent underline">
              {installation.supportEmail}
            </a>
            .
          </p>
        )}
        <div>
          <Button onClick={onBack}>Back to sign in</Button>
        </div>
      </div>
    );

  if (request.isSuccess)
    return (
      <div className="grid gap-4">
        <title>Access requested · Blueprint</title>
        <h1 className="text-title font-strong">Your request is in</h1>
        <p className="text-ink-soft">
          An operator of this installation will read it and reply by email to{" "}
          <strong className="font-strong wrap-anywhere text-ink">{email}</strong>.
        </p>
        <div>
          <Button onClick={onBack}>Back to sign in</Button>
        </div>
      </div>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate(
      {
        email,
        ...(name.trim() === "" ? {} : { name }),
        ...(message.trim() === "" ? {} : { message }),
        ...(referralCode === undefined ? {} : { referralCode }),
      },
      { onSuccess: () => forgetReferral() },
    );
  };
  const emailError = fieldError(request.error, "email");
  return (
    <form onSubmit={submit} className="grid gap-5">
      <title>Ask for access · Blueprint</title>
      <div className="grid gap-1.5">
        <h1 className="text-title font-strong">Ask for access</h1>
        <p className="text-ink-soft">
          You need an invitation to create an account. Tell us who you are to ask for one.
        </p>
      </div>
      {request.error && emailError === undefined ? <Notice tone="danger">{readableError(request.error)}</Notice> : null}
      <EmailField autoComplete="email" email={email} onEmail={setEmail} error={emailError} />
      <TextField
        label="Name"
        name="name"
        optional
        autoComplete="name"
        maxLength={limits.personNameCharactersMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label="Message"
        name="message"
        optional
        hint="Which venue, and what should people be able to do in it?"
        maxLength={limits.messageCharactersMax}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={request.isPending}>
          Send request
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </form>
  );
}
