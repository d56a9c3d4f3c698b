import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount, formatDate } from "../../../lib/format.ts";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { roleNames } from "../role-labels.ts";
import { teamMembersQuery } from "../teams.queries.ts";

const membersShown = 6;

/** The team's members and pending invitations at a glance. */
export function MembersPanel() {
  const team = useCurrentTeam();
  const canSee = roleMay(team.role, "blueprint.see");
  const list = useQuery({ ...teamMembersQuery(team.teamId), enabled: canSee });
  if (!canSee) return <p className="text-ink-soft">Scanners can't see other team members.</p>;
  if (list.isPending) return <Skeleton className="h-40" />;
  if (list.data === undefined) return <LoadFailure query={list} />;
  const { members } = list.data;
  const awaited = list.data.invitations.filter(({ state }) => state === "open");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul className="divide-y divide-hairline border border-line bg-sheet">
        {members.slice(0, membersShown).map((member) => (
          <li key={member.userId} className="flex items-baseline justify-between gap-4 px-4 py-2">
            <span className="min-w-0 truncate">{member.name}</span>
            <span className="shrink-0 text-ink-soft">{roleNames[member.role]}</span>
          </li>
        ))}
        {awaited.map((invitation) => (
          <li key={invitation.id} className="flex items-baseline justify-between gap-4 px-4 py-2 text-ink-soft">
            <span className="min-w-0 truncate">{invitation.email}</span>
            <span className="shrink-0">invited until {formatDate(invitation.expiresAt)}</span>
          </li>
        ))}
      </ul>
      <Link to="/team-members" className="justify-self-start text-accent underline underline-offset-2">
        {members.length > membersShown ? `All ${formatAmount(members.length, "member")}` : "Members and roles"}
      </Link>
    </div>
  );
}
