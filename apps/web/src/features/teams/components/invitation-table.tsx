import type { EndpointResponse } from "@blueprint/contract/endpoint";
import type { listTeamMembers } from "@blueprint/contract/teams";
import { Ellipsis } from "lucide-react";
import { complain } from "../../../lib/complain.ts";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDate } from "../../../lib/format.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { roleNames } from "../role-labels.ts";
import { type InvitationAct, useChangeInvitation } from "../teams.queries.ts";

type Invitation = EndpointResponse<typeof listTeamMembers>["invitations"][number];

const deliveries: Record<Invitation["delivery"], { readonly label: string; readonly tone: BadgeTone }> = {
  sending: { label: "Sending", tone: "neutral" },
  sent: { label: "Sent", tone: "accent" },
  delivered: { label: "Delivered", tone: "accent" },
  opened: { label: "Opened", tone: "accent" },
  bounced: { label: "Bounced", tone: "danger" },
};
const ended: Record<Exclude<Invitation["state"], "open">, { readonly label: string; readonly tone: BadgeTone }> = {
  accepted: { label: "Accepted", tone: "good" },
  expired: { label: "Expired", tone: "attention" },
  revoked: { label: "Revoked", tone: "neutral" },
};

/** Invitations and their outcomes. Omits those replaced by a newer one for the same address. */
export function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const shown = invitations.filter(
    ({ state, email }, index) =>
      state !== "revoked" || !invitations.some((other, at) => at < index && other.email === email),
  );
  if (shown.length === 0) return <p className="text-ink-soft">No invitations yet.</p>;
  return (
    <div className="grid gap-2">
      <ul className="divide-y divide-hairline border border-line bg-sheet">
        {shown.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <p className="text-caption text-ink-soft text-pretty">
        Sent: the email left, or was saved as a file for the operator if no mail server is set up. Delivered: the mail
        server accepted it for that address. Bounced: it permanently rejected it.
      </p>
    </div>
  );
}

const done: Record<InvitationAct, string> = {
  resend: "Invitation sent again",
  extend: "Invitation extended",
  revoke: "Invitation revoked",
  rebind: "Invitation moved to the other address",
};

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { id, email, role, state, wantedBy, bounceReason } = invitation;
  const team = useCurrentTeam();
  const change = useChangeInvitation(team.teamId);
  // Admins can't manage owners (product §2).
  const mayChange = role !== "owner" || team.role === "owner";
  const { label, tone } = state === "open" ? deliveries[invitation.delivery] : ended[state];
  const run = (act: InvitationAct, description: string) =>
    runMutation(
      change,
      { act, invitationId: id },
      {
        onSuccess: () => toasts.add({ title: done[act], description }),
        onError: (error) => complain("Couldn't update the invitation", error),
      },
    );
  return (
    <li className="grid gap-3 px-4 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0">
          <span className="font-strong wrap-anywhere">{email}</span>
          <span className="text-ink-soft">
            {roleNames[role]}, invited on {formatDate(invitation.createdAt)}
            {state === "open" ? `, valid until ${formatDate(invitation.expiresAt)}` : ""}
          </span>
          {state === "open" && bounceReason !== "" ? (
            <span className="text-danger break-words">{bounceReason}</span>
          ) : null}
        </div>
        <div className="flex items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          {mayChange && (state === "open" || state === "expired") ? (
            <>
              <Button
                size="small"
                aria-label={`Send again to ${email}`}
                busy={change.isPending}
                onClick={() => run("resend", `To ${email}. The previous link no longer works.`)}
              >
                Send again
              </Button>
              <Menu trigger={<IconButton icon={Ellipsis} size="small" label={`More actions for ${email}`} />}>
                <MenuItem onSelect={() => run("extend", `${email} has 7 more days. The link stays the same.`)}>
                  Extend by 7 days
                </MenuItem>
                <MenuItem danger onSelect={() => run("revoke", `The link for ${email} no longer works.`)}>
                  Revoke
                </MenuItem>
              </Menu>
            </>
          ) : null}
        </div>
      </div>
      {wantedBy !== null && mayChange && state !== "accepted" && state !== "revoked" ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hairline pt-2.5">
          <p className="min-w-0 flex-[1_1_16rem] break-words">
            {wantedBy.name} opened it and uses <strong className="font-strong wrap-anywhere">{wantedBy.email}</strong>.
          </p>
          <Button
            size="small"
            variant="primary"
            busy={change.isPending}
            onClick={() => run("rebind", `A new link went to ${wantedBy.email}.`)}
          >
            Invite that address
          </Button>
        </div>
      ) : null}
    </li>
  );
}
