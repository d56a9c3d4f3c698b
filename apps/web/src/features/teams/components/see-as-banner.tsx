import { withArticle } from "@blueprint/contract/roles";
import { Eye } from "lucide-react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { seeAs } from "../../../lib/see-as.ts";
import { Button } from "../../../ui/button.tsx";
import { roleNames } from "../role-labels.ts";

/** Says on every screen that the user is viewing the team as another role, with a button to switch back. */
export function SeeAsBanner() {
  const team = useCurrentTeam();
  if (team.role === team.ownRole) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border border-attention bg-attention-wash px-4 py-2.5"
    >
      <p className="flex min-w-0 items-center gap-2.5">
        <Eye size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-attention" />
        <span>
          You're viewing {team.name} as {withArticle(team.role)}. Your own role is{" "}
          {roleNames[team.ownRole].toLowerCase()}.
        </span>
      </p>
      <Button size="small" onClick={() => seeAs(team.teamId, null)}>
        Back to your own role
      </Button>
    </div>
  );
}
