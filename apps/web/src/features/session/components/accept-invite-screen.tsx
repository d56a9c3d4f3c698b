import type { InvitationView } from "@blueprint/contract/teams";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SheetPage } from "../../../ui/sheet-page.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toInvitationSituation } from "../invitation-situation.ts";
import { invitationQuery } from "../invitations.queries.ts";
import { AlreadyMember } from "./already-member.tsx";
import { InvitationClosed } from "./invitation-closed.tsx";
import { InvitationHead } from "./invitation-head.tsx";
import { JoinWithAccount } from "./join-with-account.tsx";
import { NewAccountForm } from "./new-account-form.tsx";

/** Target of an invitation link: each state says what to do next. */
export function AcceptInviteScreen({ token }: { readonly token: string }) {
  const session = useSession();
  const invitation = useQuery({ ...invitationQuery(token), enabled: isPlausible(token) });

  // The user becomes signed in while the account is being created; the form stays until it navigates.
  const [isMaking, setMaking] = useState(false);
  const [notLoaded, setNotLoaded] = useState<string | null>(null);

  let content: ReactNode;
  if (notLoaded !== null) content = <AccountNotLoaded text={notLoaded} />;
  else if (session.status === "failed" && !isMaking)
    content = <ErrorPanel message={session.error.message} onRetry={session.retry} />;
  else if ((session.status === "loading" && !isMaking) || (isPlausible(token) && invitation.isPending))
    content = <InvitationSkeleton />;
  else {
    const situation = toInvitationSituation({
      view: invitation.data ?? null,
      error: invitation.error,
      signedInEmail: session.status === "signed-in" && !isMaking ? session.me.profile.email : null,
    });
    const view = invitation.data as InvitationView;
    switch (situation) {
      case "failed":
        content = <ErrorPanel message={readableError(invitation.error)} onRetry={() => void invitation.refetch()} />;
        break;
      case "new-account":
        content = (
          <>
            <InvitationHead view={view} />
            <NewAccountForm token={token} view={view} onMaking={setMaking} onMadeButNotLoaded={setNotLoaded} />
          </>
        );
        break;
      case "already-member":
        content = <AlreadyMember view={view} />;
        break;
      case "sign-in-first":
      case "same-account":
      case "other-account":
        content = (
          <>
            <InvitationHead view={view} />
            <JoinWithAccount token={token} view={view} situation={situation} />
          </>
        );
        break;
      default:
        content = <InvitationClosed situation={token === "" ? "no-token" : situation} view={invitation.data ?? null} />;
    }
  }
  return (
    <SheetPage
      head={
        <Link to="/">
          <Logo />
        </Link>
      }
    >
      <title>Invitation · Blueprint</title>
      {content}
    </SheetPage>
  );
}

/** The account was created, but loading it failed; only a new sign-in can tell whether it loads now. */
function AccountNotLoaded({ text }: { readonly text: string }) {
  return (
    <div className="grid gap-4">
      <h1 className="text-title font-strong">Account created</h1>
      <Notice tone="danger">{text}</Notice>
      <div>
        <Button variant="primary" asChild>
          <Link to="/login">Sign in</Link>
        </Button>
      </div>
    </div>
  );
}

/** Bounds from the contract; other tokens aren't worth a request. */
function isPlausible(token: string): boolean {
  return token.length >= 20 && token.length <= 100;
}

function InvitationSkeleton() {
  return (
    <div className="grid gap-5" role="status" aria-label="Loading the invitation">
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-11 w-40" />
    </div>
  );
}
