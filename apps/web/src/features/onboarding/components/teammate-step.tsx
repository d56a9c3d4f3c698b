import type { TeamRole } from "@blueprint/contract/roles";
import type { TeamMembership } from "@blueprint/contract/users";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";

const roleTexts: Record<TeamRole, string> = {
  owner: "You’re an owner: you manage the team, its plan and its blueprints.",
  admin: "You’re an admin: you can invite people, and edit and publish blueprints.",
  editor: "You’re an editor: you can create, edit and publish blueprints.",
  scanner: "You’re a scanner: you can see and complete the tasks assigned to you.",
  viewer: "You’re a viewer: you can walk through, measure and comment on the team’s blueprints.",
};

/** First screen after joining a team: what the team shares. */
export function TeammateStep({
  name,
  team,
  isSaving,
  shared,
  onContinue,
}: {
  readonly name: string;
  readonly team: TeamMembership;
  readonly isSaving: boolean;
  readonly shared: ReactNode;
  readonly onContinue: () => void;
}) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-1.5">
        <h1 className="text-title font-strong break-words">Welcome, {name}</h1>
        <p className="break-words text-ink-soft">
          You joined <strong className="font-strong text-ink">{team.name}</strong>. {roleTexts[team.role]}
        </p>
      </div>
      <section aria-labelledby="shared-heading" className="grid gap-2">
        <h2 id="shared-heading" className="font-strong">
          Shared with you
        </h2>
        {shared}
      </section>
      <div>
        <Button variant="primary" busy={isSaving} onClick={onContinue}>
          Continue
        </Button>
      </div>
    </div>
  );
}
