import type { InvitationView } from "@blueprint/contract/teams";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { chooseTeam } from "../../../lib/current-team.ts";
import { storeDestination } from "../../../lib/destination.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { useSession } from "../../../lib/session.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useAcceptInvitation, useAskForInvitation } from "../invitations.queries.ts";
import { useSignOut } from "../session.queries.ts";
import { sessionMessages } from "../session-messages.ts";
import { useArrive } from "../use-arrive.ts";

/** An open invitation for a user with an account: the invited one, another one, or one to sign in to first. */
export function JoinWithAccount({
  token,
  view,
  situation,
}: {
  readonly token: string;
  readonly view: InvitationView;
  readonly situation: "sign-in-first" | "same-account" | "other-account";
}) {
  const session = useSession();
  const accept = useAcceptInvitation(token);
  const ask = useAskForInvitation(token);
  const inviter = view.inviterName ?? "the person who sent it";
  const signOut = useSignOut();
  const navigate = useNavigate();
  const router = useRouter();
  const arrive = useArrive("mail");

  if (situation === "sign-in-first")
    return (
      <div className="grid gap-4">
        <p>
          <strong className="font-strong wrap-anywhere">{view.email}</strong> already has an account. Sign in, and we'll
          bring you back here to join.
        </p>
        <div>
          <Button
            variant="primary"
            onClick={() => {
              storeDestination(router.state.location.href, "stop");
              void navigate({ to: "/login" });
            }}
          >
            Sign in
          </Button>
        </div>
      </div>
    );

  if (session.status !== "signed-in") return null;
  const { me } = session;

  if (situation === "other-account")
    return (
      <div className="grid gap-4">
        {view.email === null ? (
          <p>
            This link creates a first account, but you're already signed in as{" "}
            <strong className="font-strong wrap-anywhere">{me.profile.email}</strong>. Sign out to create another
            account with it.
          </p>
        ) : (
          <p>
            This invitation is for <strong className="font-strong wrap-anywhere">{maskEmail(view.email)}</strong>.
            You're signed in as <strong className="font-strong wrap-anywhere">{me.profile.email}</strong>. Sign out to
            use it, or ask {inviter} to send it to your address.
          </p>
        )}
        {view.isWantedByYou ? (
          <Notice tone="good" title="Request sent">
            We let {inviter} know. Once they agree, you'll get a new link at {me.profile.email}.
          </Notice>
        ) : null}
        {ask.error ? <Notice tone="danger">{readableError(ask.error)}</Notice> : null}
        {signOut.error ? <Notice tone="danger">{sessionMessages.signOut}</Notice> : null}
        <div className="flex flex-wrap gap-2">
          {view.email === null || view.isWantedByYou ? null : (
            <Button variant="primary" busy={ask.isPending} onClick={() => ask.mutate()}>
              Ask to use my address
            </Button>
          )}
          <Button
            variant={view.email === null ? "primary" : "outline"}
            busy={signOut.isPending}
            onClick={() => signOut.mutate("reload")}
          >
            Sign out and continue
          </Button>
          <Button onClick={() => void navigate({ to: "/dashboard" })}>Stay signed in</Button>
        </div>
      </div>
    );

  const join = () =>
    runMutation(accept, undefined, {
      onSuccess: ({ teamId, alreadyMember }) => {
        chooseTeam(teamId);
        toasts.add({
          title: alreadyMember ? `You're already a member of ${view.teamName}` : `You joined ${view.teamName}`,
        });
        void arrive(me);
      },
    });
  return (
    <div className="grid gap-4">
      <p>
        You're signed in as <strong className="font-strong wrap-anywhere">{me.profile.email}</strong>.
      </p>
      {accept.error ? <Notice tone="danger">{readableError(accept.error)}</Notice> : null}
      <div>
        <Button variant="primary" size="large" busy={accept.isPending} onClick={join}>
          Join {view.teamName ?? "the team"}
        </Button>
      </div>
    </div>
  );
}

/** Enough for users to recognise their own address, and no more for anyone else with the link. */
function maskEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}…@${domain}`;
}
