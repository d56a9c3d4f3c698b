import { errorCatalogue } from "@blueprint/contract/errors";
import { type FormEvent, useState } from "react";
import { useNotInvited } from "../../../lib/not-invited.store.ts";
import { isOperatorDevice } from "../../../lib/operator-device.ts";
import { fieldError, hasCode, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { openGooglePopup } from "../google-popup.ts";
import { useGoogleSignIn, usePasskeySignIn, useSignIn } from "../session.queries.ts";
import { EmailField } from "./email-field.tsx";
import { GoogleButton } from "./google-button.tsx";

/** The surrounding screen navigates on once there is a session. */
export function SignInForm({
  email: initialEmail,
  onForgotten,
  onAsk,
  onCreate,
}: {
  readonly email: string;
  readonly onForgotten: (email: string) => void;
  readonly onAsk: (email: string) => void;
  readonly onCreate: (email: string) => void;
}) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState("");
  const signIn = useSignIn();
  const google = useGoogleSignIn();
  const passkey = usePasskeySignIn();
  const denied = useNotInvited();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    google.reset();
    passkey.reset();
    signIn.mutate({ email, password });
  };
  const continueWithGoogle = () => {
    const popup = openGooglePopup();
    signIn.reset();
    passkey.reset();
    google.mutate(popup);
  };
  const continueWithPasskey = () => {
    signIn.reset();
    google.reset();
    passkey.mutate();
  };

  const error = signIn.error ?? google.error ?? passkey.error;
  const isNotInvited = denied.isDenied || hasCode(error, "access-denied", "permission-denied");
  const isAboutEmail = hasCode(error, "invalid-email", "user-not-found");
  const isAboutPassword = hasCode(error, "wrong-password");
  return (
    <>
      <title>Sign in · Blueprint</title>
      {/* The server validates the address and the password (spec §5). */}
      <form onSubmit={submit} className="grid gap-5" noValidate>
        <h1 className="text-title font-strong">Sign in</h1>
        {isNotInvited ? (
          <Notice
            tone="danger"
            action={
              <Button onClick={() => onAsk(fieldError(error, "email") || denied.email || email)}>Ask for access</Button>
            }
          >
            {errorCatalogue["access-denied"].message}
          </Notice>
        ) : error !== null && !isAboutEmail && !isAboutPassword ? (
          <Notice tone="danger">{readableError(error)}</Notice>
        ) : null}
        <EmailField
          autoComplete="username"
          email={email}
          onEmail={setEmail}
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
          <Button
            type="submit"
            variant="primary"
            size="large"
            busy={signIn.isPending || signIn.isSuccess || google.isSuccess || passkey.isSuccess}
          >
            Sign in
          </Button>
          <Button variant="quiet" className="-mr-3.5" onClick={() => onForgotten(email)}>
            Forgot your password?
          </Button>
        </div>
      </form>
      <div className="mt-5 grid gap-3 empty:hidden">
        {"PublicKeyCredential" in window ? (
          <Button size="large" className="w-full" busy={passkey.isPending} onClick={continueWithPasskey}>
            Continue with a passkey
          </Button>
        ) : null}
        <GoogleButton busy={google.isPending} isForOperator={isOperatorDevice()} onPress={continueWithGoogle} />
      </div>
      <div className="mt-8 grid gap-3 border-t border-hairline pt-6">
        {isNotInvited ? null : <p className="text-ink-soft">{errorCatalogue["access-denied"].message}</p>}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onCreate(email)}>Create an account</Button>
          {isNotInvited ? null : <Button onClick={() => onAsk(email)}>Ask for access</Button>}
        </div>
      </div>
    </>
  );
}
