import type { Me, TeamMembership } from "@blueprint/contract/users";
import { createStore, useStore } from "zustand";
import { buildSettings } from "./build-settings.ts";
import { useMe } from "./session.ts";

const key = `${buildSettings.projectId}.team`;

const store = createStore<{ readonly teamId: string | null }>(() => ({ teamId: readTeamId() }));

function readTeamId(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the chosen team on this device. */
export function chooseTeam(teamId: string): void {
  store.setState({ teamId });
  try {
    localStorage.setItem(key, teamId);
  } catch {
    // Storage is blocked: the choice lasts until the page unloads.
  }
}

/**
 * The chosen team; without a choice, the first shared one. If the chosen team is gone, falls back to the personal team,
 * not to the next in the list.
 */
export function findCurrentTeam(me: Me, chosenId: string | null): TeamMembership {
  const team =
    me.teams.find((candidate) => candidate.teamId === chosenId) ??
    (chosenId === null ? me.teams.find((candidate) => !candidate.isPersonal) : undefined) ??
    me.teams.find((candidate) => candidate.isPersonal) ??
    me.teams[0];
  if (team === undefined) throw new Error("This account has no team. Ask an operator of this installation.");
  return team;
}

export function useCurrentTeam(): TeamMembership {
  const me = useMe();
  return findCurrentTeam(
    me,
    useStore(store, (state) => state.teamId),
  );
}
