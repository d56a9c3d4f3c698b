import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { NewPasswordField } from "../../../ui/new-password-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { SettingsSheet } from "../../../ui/settings-sheet.tsx";
import { signInMethodsQuery, useChangePassword } from "../account.queries.ts";

export function PasswordSettings() {
  const { profile } = useMe();
  const { data: methods } = useQuery(signInMethodsQuery);
  const [password, setPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const change = useChangePassword();
  const isWrong = hasCode(change.error, "wrong-password");
  const isWeak = hasCode(change.error, "weak-password");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { password: methods?.hasPassword ? password : undefined, newPassword },
      {
        onSuccess: () => {
          setPassword("");
          setNewPassword("");
          toasts.add({ title: "Password saved", description: "All your other devices were signed out." });
        },
      },
    );
  };
  return (
    <SettingsSheet title="Password" text="Changing it signs you out everywhere else.">
      <form onSubmit={submit} className="grid gap-4 p-4">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" autoComplete="username" value={profile.email} readOnly hidden />
        {methods?.hasPassword ? (
          <PasswordField
            label="Current password"
            name="current-password"
            autoComplete="current-password"
            required
            value={password}
            error={isWrong ? readableError(change.error) : undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        <NewPasswordField
          label="New password"
          name="new-password"
          password={newPassword}
          onPassword={setNewPassword}
          error={isWeak ? readableError(change.error) : undefined}
        />
        {change.error === null || isWrong || isWeak ? null : (
          <Notice tone="danger">{readableError(change.error)}</Notice>
        )}
        <div>
          <Button type="submit" busy={change.isPending}>
            {methods?.hasPassword === false ? "Set password" : "Change password"}
          </Button>
        </div>
      </form>
    </SettingsSheet>
  );
}
