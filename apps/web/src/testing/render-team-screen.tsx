import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import type { Me } from "@blueprint/contract/users";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { meQuery, queryClient } from "../lib/session.ts";
import { renderScreen } from "./render-screen.tsx";

export const testTeamId = "team-1" as TeamId;

/** Renders a part of a protected screen for a member of the team "Harbour". */
export function renderTeamScreen(part: ReactElement, role: TeamRole = "owner"): ReturnType<typeof renderScreen> {
  const team = { teamId: testTeamId, name: "Harbour", role, ownRole: role, isPersonal: false };
  const me: Me = {
    // The parts under test read no more of a profile.
    profile: { uid: "user-1" as UserId } as Me["profile"],
    isOperator: false,
    teams: [team],
    onboarding: { step: "done" },
    photoUrl: null,
    deletionDueAt: null,
  };
  queryClient.clear();
  queryClient.setQueryData(meQuery.queryKey, me);
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return renderScreen(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </RouterContextProvider>,
  );
}
