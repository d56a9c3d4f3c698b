import type { EndpointResponse } from "@blueprint/contract/endpoint";
import type { listTeamMembers } from "@blueprint/contract/teams";
import { formatDate } from "../../../lib/format.ts";

/** The invitations that nobody has accepted yet. Absent if there are none. */
export function PendingInvitations({
  invitations,
}: {
  readonly invitations: EndpointResponse<typeof listTeamMembers>["invitations"];
}) {
  if (invitations.length === 0) return null;
  return (
    <div className="grid gap-1.5 border-t border-hairline pt-4">
      <h3 className="text-caption text-ink-soft">Pending</h3>
      <ul className="grid gap-1">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex justify-between gap-3">
            <span className="min-w-0 truncate">{invitation.email}</span>
            <span className="shrink-0 font-mono text-caption text-ink-soft">
              until {formatDate(invitation.expiresAt)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
