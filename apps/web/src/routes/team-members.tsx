import { createFileRoute } from "@tanstack/react-router";
import { TeamMembersScreen } from "../features/teams/components/team-members-screen.tsx";
import { namedTeamSearch } from "../features/teams/use-named-team.ts";
import { keepSearch } from "../lib/search-text.ts";
import { useSession } from "../lib/session.ts";
import { AppLayout } from "./-app-layout.tsx";
import { SignedOutPage } from "./-signed-out-page.tsx";

export const Route = createFileRoute("/team-members")({
  validateSearch: keepSearch(namedTeamSearch),
  component: TeamMembers,
});

function TeamMembers() {
  if (useSession().status === "anonymous")
    return (
      <SignedOutPage title="Team members">
        Who's in your team, what they can do and who's invited. Sign in to see it.
      </SignedOutPage>
    );
  return (
    <AppLayout>
      <TeamMembersScreen />
    </AppLayout>
  );
}
