import type { InvitationView } from "@blueprint/contract/teams";
import { Link } from "@tanstack/react-router";
import { chooseTeam } from "../../../lib/current-team.ts";
import { Button } from "../../../ui/button.tsx";

/** The invitation needs no acceptance: says so and links to the team. */
export function AlreadyMember({ view }: { readonly view: InvitationView }) {
  return (
    <div className="grid gap-3">
      <h1 className="text-title font-strong break-words">You're already a member of {view.teamName}</h1>
      <p className="text-ink-soft">You've already accepted this invitation.</p>
      <div className="mt-3">
        <Button variant="primary" asChild>
          <Link to="/dashboard" onClick={() => view.memberOf !== null && chooseTeam(view.memberOf)}>
            Open {view.teamName}
          </Link>
        </Button>
      </div>
    </div>
  );
}
