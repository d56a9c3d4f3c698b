import { errorCatalogue } from "@blueprint/contract/errors";
import { type FormEvent, useState } from "react";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useSignIn } from "../session.queries.ts";

/** The screen around it leads on as soon as the session is there. */
export function SignInForm({
  email: initialEmail,
  onForgotten,
  onAsk,
}: {
  readonly email: string;
  readonly onForgotten: (email: string) => void;
  readonly onAsk: (email: string) => void;
}) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState("");
  const signIn = useSignIn();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email, password });
  };

  const error = signIn.error;
  const isAboutEmail = hasCode(error, "invalid-email", "user-not-found");
  const isAboutPassword = hasCode(error, "wrong-password");
  return (
    <>
      <title>Sign in · Blueprint</title>
      <form onSubmit={submit} className="grid gap-5">
        <h1 className="text-title font-strong">Sign in</h1>
        {error !== null && !isAboutEmail && !isAboutPassword ? (
          <Notice tone="danger">{readableError(error)}</Notice>
        ) : null}
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={isAboutEmail ? readableError(error) : undefined}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={isAboutPassword ? readableError(error) : undefined}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button type="submit" variant="primary" size="large" busy={signIn.isPending || signIn.isSuccess}>
            Sign in
          </Button>
          <Button variant="quiet" className="-mr-3.5" onClick={() => onForgotten(email)}>
            Forgotten your password?
          </Button>
        </div>
      </form>
      <div className="mt-8 grid gap-3 border-t border-hairline pt-6">
        <p className="text-ink-soft">{errorCatalogue["access-denied"].message}</p>
        <div>
          <Button onClick={() => onAsk(email)}>Ask for access</Button>
        </div>
      </div>
    </>
  );
}
