import type { EndpointResponse } from "@blueprint/contract/endpoint";
import type { TeamRole } from "@blueprint/contract/roles";
import type { listTeamMembers } from "@blueprint/contract/teams";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDate } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { roleTexts } from "../role-labels.ts";
import { useInviteToTeam } from "../teams.queries.ts";

type Invitation = EndpointResponse<typeof listTeamMembers>["invitations"][number];

const states: Record<Invitation["state"], { readonly label: string; readonly tone: BadgeTone }> = {
  open: { label: "Open", tone: "accent" },
  accepted: { label: "Accepted", tone: "good" },
  expired: { label: "Expired", tone: "attention" },
  revoked: { label: "Replaced", tone: "neutral" },
};

/** Who was invited, and what became of it. What was replaced by a newer one for the same address is left away. */
export function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const shown = invitations.filter(
    ({ state, email }, index) =>
      state !== "revoked" || !invitations.some((other, at) => at < index && other.email === email),
  );
  if (shown.length === 0) return <p className="text-ink-soft">Nobody was invited yet.</p>;
  return (
    <ul className="divide-y divide-hairline border border-line bg-sheet">
      {shown.map((invitation) => (
        <li key={invitation.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5">
          <div className="grid min-w-0">
            <span className="font-strong break-all">{invitation.email}</span>
            <span className="text-ink-soft">
              {roleTexts[invitation.role].name}, invited on {formatDate(invitation.createdAt)}
              {invitation.state === "open" ? `, good until ${formatDate(invitation.expiresAt)}` : ""}
            </span>
          </div>
          <div className="flex items-center gap-3">
            <Badge tone={states[invitation.state].tone}>{states[invitation.state].label}</Badge>
            {invitation.state === "accepted" ? null : <SendAgain email={invitation.email} role={invitation.role} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A new link for the same address; the former one ends with it. */
function SendAgain({ email, role }: { readonly email: string; readonly role: TeamRole }) {
  const team = useCurrentTeam();
  const invite = useInviteToTeam(team.teamId);
  // An admin cannot invite an owner (product §2).
  if (role === "owner" && team.role !== "owner") return null;
  return (
    <Button
      size="small"
      aria-label={`Send again to ${email}`}
      busy={invite.isPending}
      onClick={() =>
        invite
          .mutateAsync({ email, role })
          .then(() =>
            toasts.add({ title: "Invitation sent again", description: `To ${email}. The former link has ended.` }),
          )
          .catch((error: unknown) =>
            toasts.add({
              title: "The invitation was not sent",
              description: readableError(error),
              variant: "destructive",
            }),
          )
      }
    >
      Send again
    </Button>
  );
}
