import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { installationQuery } from "../../../lib/installation.ts";
import { useSession } from "../../../lib/session.ts";
import { Logo } from "../../../ui/logo.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageSpinner } from "../../../ui/page-spinner.tsx";
import { SheetPage } from "../../../ui/sheet-page.tsx";
import { useArrive } from "../use-arrive.ts";
import { AccessRequestForm } from "./access-request-form.tsx";
import { CreateAccountForm } from "./create-account-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { PasswordResetForm } from "./password-reset-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

type Task = "sign-in" | "create" | "ask" | "reset" | "new-password";

export function LoginScreen({
  resetToken,
  referralCode,
  startWith = "sign-in",
}: {
  readonly resetToken?: string | undefined;
  readonly referralCode?: string | undefined;
  /** `ask`: request an invitation. `create`: create an account. */
  readonly startWith?: "sign-in" | "create" | "ask";
}) {
  const session = useSession();
  const { data: installation } = useQuery(installationQuery);
  const arrive = useArrive(resetToken === undefined ? "this-tab" : "mail");
  const [task, setTask] = useState<Task>(resetToken === undefined ? startWith : "new-password");
  const [email, setEmail] = useState("");
  const hasArrived = useRef(false);
  const hasBeenShown = useRef(false);

  // Navigates on in both cases: the user was signed in already, or just signed in here or in another tab.
  const leadsOn = task === "sign-in" || task === "create";
  const me = session.status === "signed-in" && leadsOn ? session.me : null;
  useEffect(() => {
    if (me === null || hasArrived.current) return;
    hasArrived.current = true;
    void arrive(me);
  }, [me, arrive]);

  // Only at first: a form that reloads the session must not lose its message.
  if (session.status === "loading" && !hasBeenShown.current) return <PageSpinner />;
  hasBeenShown.current = true;
  const change = (next: Task) => (address: string) => {
    setEmail(address);
    setTask(next);
  };
  return (
    <SheetPage
      head={
        <>
          <Link to="/">
            <Logo />
          </Link>
          {installation === undefined ? null : (
            <span className="min-w-0 truncate text-ink-soft">{installation.name}</span>
          )}
        </>
      }
      figure={<SheetFigure task={task} />}
    >
      {installation === undefined || installation.announcement === "" ? null : (
        <div className="mb-6">
          <Notice title="From the operators of this installation">
            <p className="whitespace-pre-line">{installation.announcement}</p>
          </Notice>
        </div>
      )}
      {task === "sign-in" ? (
        <SignInForm email={email} onForgotten={change("reset")} onAsk={change("ask")} onCreate={change("create")} />
      ) : task === "create" ? (
        <CreateAccountForm email={email} onAsk={change("ask")} onBack={() => setTask("sign-in")} />
      ) : task === "ask" ? (
        <AccessRequestForm email={email} referralCode={referralCode} onBack={() => setTask("sign-in")} />
      ) : task === "reset" ? (
        <PasswordResetForm email={email} onBack={() => setTask("sign-in")} />
      ) : (
        <NewPasswordForm
          token={resetToken ?? ""}
          onDone={() => setTask("sign-in")}
          onAskAgain={() => setTask("reset")}
        />
      )}
    </SheetPage>
  );
}

const figures: Record<Task, string> = {
  "sign-in": "Sign in",
  create: "New account",
  ask: "Access request",
  reset: "Password reset",
  "new-password": "New password",
};

/** Illustration drawn as a sheet with a title block. */
function SheetFigure({ task }: { readonly task: Task }) {
  return (
    <div className="flex divide-x divide-hairline text-caption text-ink-soft">
      <span className="flex-1 px-6 py-2 sm:px-9">{figures[task]}</span>
      <span className="px-4 py-2 font-mono">{location.host}</span>
    </div>
  );
}
