import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { fieldError, hasCode, readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { signInMethodsQuery, useRequestEmailChange } from "../account.queries.ts";

/** The address one signs in with; a new one counts once the link sent to it was opened. */
export function EmailSettings() {
  const { profile } = useMe();
  const { data: methods } = useQuery(signInMethodsQuery);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const request = useRequestEmailChange();
  const isWrong = hasCode(request.error, "wrong-password");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate(
      { email, password: methods?.hasPassword ? password : undefined },
      {
        onSuccess: () => {
          setEmail("");
          setPassword("");
        },
      },
    );
  };
  return (
    <SettingsSheet title="E-mail" text={`You sign in with ${profile.email}.`}>
      <form onSubmit={submit} className="grid gap-4 p-4">
        {methods?.pendingEmail ? (
          <Notice tone="good" title={`A link was sent to ${methods.pendingEmail}`}>
            Open it within an hour to use this address. Until then nothing changes.
          </Notice>
        ) : null}
        <TextField
          label="New e-mail"
          type="email"
          name="new-email"
          autoComplete="off"
          required
          value={email}
          error={fieldError(request.error, "email")}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {methods?.hasPassword ? (
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            error={isWrong ? readableError(request.error) : undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        {request.error === null || isWrong || fieldError(request.error, "email") ? null : (
          <Notice tone="danger">{readableError(request.error)}</Notice>
        )}
        <div>
          <Button type="submit" busy={request.isPending}>
            Send a link to it
          </Button>
        </div>
      </form>
    </SettingsSheet>
  );
}
