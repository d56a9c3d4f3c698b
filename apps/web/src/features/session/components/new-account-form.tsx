import { ApiError } from "@blueprint/contract/api-client";
import { limits } from "@blueprint/contract/limits";
import type { InvitationView } from "@blueprint/contract/teams";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { chooseTeam } from "../../../lib/current-team.ts";
import { storeDestination } from "../../../lib/destination.ts";
import { fieldError, hasCode, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { NewPasswordField } from "../../../ui/new-password-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { openGooglePopup } from "../google-popup.ts";
import { useAcceptWithNewAccount } from "../invitations.queries.ts";
import { authMethodsQuery, useGoogleSignIn } from "../session.queries.ts";
import { useArrive } from "../use-arrive.ts";
import { EmailField } from "./email-field.tsx";
import { GoogleButton, GoogleSetupNote } from "./google-button.tsx";

/** Creates the account for an open invitation. */
export function NewAccountForm({
  token,
  view,
  onMaking,
  onMadeButNotLoaded,
}: {
  readonly token: string;
  readonly view: InvitationView;
  readonly onMaking: (isMaking: boolean) => void;
  /** The account exists and the invitation is used; the text says what failed. */
  readonly onMadeButNotLoaded: (text: string) => void;
}) {
  const [email, setEmail] = useState(view.email ?? "");
  const [password, setPassword] = useState("");
  const [name, setName] = useState("");
  const accept = useAcceptWithNewAccount(token);
  const google = useGoogleSignIn();
  const arrive = useArrive("mail");

  const fail = (failure: Error) => {
    if (!(failure instanceof ApiError) || failure.code === "user-data-missing") onMadeButNotLoaded(failure.message);
    onMaking(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    google.reset();
    onMaking(true);
    accept.mutate(
      { email, password, name: name.trim() },
      {
        onSuccess: ({ teamId, me }) => {
          chooseTeam(teamId);
          void arrive(me);
        },
        onError: fail,
      },
    );
  };

  const continueWithGoogle = () => {
    const popup = openGooglePopup();
    accept.reset();
    onMaking(true);
    google.mutate(popup, {
      onSuccess: (me) => {
        // Signed in to a different account: the screen then says whose invitation this is.
        if (view.email !== null && me.profile.email !== view.email) onMaking(false);
        else void arrive(me);
      },
      onError: fail,
    });
  };

  const error = accept.error ?? google.error;
  const emailError = hasCode(error, "email-already-in-use", "invalid-email", "invitation-for-another")
    ? readableError(error)
    : fieldError(error, "email");
  const passwordError = hasCode(error, "weak-password") ? readableError(error) : fieldError(error, "password");
  const nameError = fieldError(error, "name");
  const isElsewhere = error !== null && !emailError && !passwordError && !nameError;
  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      {isElsewhere ? <Notice tone="danger">{readableError(error)}</Notice> : null}
      <EmailField
        autoComplete="username"
        email={email}
        onEmail={setEmail}
        readOnly={view.email !== null}
        hint={view.email === null ? undefined : "The invitation is for this address."}
        error={emailError}
      />
      <NewPasswordField
        label="Password"
        name="password"
        password={password}
        onPassword={setPassword}
        error={passwordError}
      />
      <TextField
        label="Name"
        name="name"
        optional
        autoComplete="name"
        maxLength={limits.personNameCharactersMax}
        hint="How your team sees you. If empty, we use the part of your address before the @."
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={nameError}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="large" busy={accept.isPending || accept.isSuccess}>
          Create account
        </Button>
        {hasCode(error, "email-already-in-use") ? (
          <Button asChild>
            <Link to="/login" onClick={() => storeDestination(location.pathname + location.search, "stop")}>
              Sign in instead
            </Link>
          </Button>
        ) : null}
      </div>
      {/* An invitation without an address can't be matched with the address that Google reports. */}
      {view.email === null ? (
        <GoogleNote />
      ) : (
        <GoogleButton
          busy={google.isPending}
          disabled={accept.isPending || accept.isSuccess}
          isForOperator={false}
          onPress={continueWithGoogle}
        />
      )}
    </form>
  );
}

/** Tells operators what Google sign-in needs. */
function GoogleNote() {
  const { data } = useQuery(authMethodsQuery);
  return data === undefined || data.google === "available" ? null : <GoogleSetupNote state={data.google} />;
}
