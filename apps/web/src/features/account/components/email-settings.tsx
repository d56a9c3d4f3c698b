import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { signInMethodsQuery, useRequestEmailChange } from "../account.queries.ts";

/** The sign-in address. A new one takes effect once its owner opens the mailed link. */
export function EmailSettings() {
  const { profile } = useMe();
  const { data: methods } = useQuery(signInMethodsQuery);
  const [email, setEmail] = useState("");
  const request = useRequestEmailChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate(email, { onSuccess: () => setEmail("") });
  };
  return (
    <SettingsSheet title="Email" text={`You sign in with ${profile.email}.`}>
      <form onSubmit={submit} className="grid gap-4 p-4">
        {methods?.pendingEmail ? (
          <Notice tone="good" title={`We sent a link to ${methods.pendingEmail}`}>
            Open it within an hour to use this address. Nothing changes until then.
          </Notice>
        ) : null}
        <TextField
          label="New email"
          type="email"
          name="new-email"
          autoComplete="off"
          required
          value={email}
          error={fieldError(request.error, "email")}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {request.error === null || fieldError(request.error, "email") ? null : (
          <Notice tone="danger">{readableError(request.error)}</Notice>
        )}
        <div>
          <Button type="submit" busy={request.isPending}>
            Send link
          </Button>
        </div>
      </form>
    </SettingsSheet>
  );
}
