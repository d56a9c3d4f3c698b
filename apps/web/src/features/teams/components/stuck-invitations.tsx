import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { AttentionItem } from "../../../ui/attention-item.tsx";
import { teamMembersQuery } from "../teams.queries.ts";

/** Invitations that need action to be accepted. */
export function StuckInvitations() {
  const team = useCurrentTeam();
  const list = useQuery({ ...teamMembersQuery(team.teamId), enabled: roleMay(team.role, "member.invite") });
  const stuck =
    list.data?.invitations.flatMap(({ id, email, state, delivery, wantedBy }) => {
      if (state === "open" && wantedBy !== null)
        return { id, text: `${wantedBy.name} wants to use the invitation for ${email}.` };
      if (state === "open" && delivery === "bounced") return { id, text: `The invitation to ${email} bounced.` };
      return state === "expired" ? { id, text: `The invitation to ${email} has expired.` } : [];
    }) ?? [];
  return stuck.map(({ id, text }) => (
    <AttentionItem key={id} action={<Link to="/team-members">View</Link>}>
      {text}
    </AttentionItem>
  ));
}
