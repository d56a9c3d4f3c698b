import { listSessions } from "@blueprint/contract/sessions";
import { getTeamUsage } from "@blueprint/contract/teams";
import { afterEach, expect, it } from "vitest";
import { holdChanges, refreshChanged } from "./changed-queries.ts";
import { dataQuery } from "./data-query.ts";
import { queryClient } from "./session.ts";

const sessions = dataQuery(listSessions, {}).queryKey;
const usage = dataQuery(getTeamUsage, { params: { teamId: "team-1" as never } }).queryKey;
const isBehind = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;

afterEach(() => queryClient.clear());

it("refreshes what a change affects, and nothing else", () => {
  queryClient.setQueryData<unknown>(sessions, {});
  queryClient.setQueryData<unknown>(usage, {});
  refreshChanged(["scans"]);
  expect([isBehind(usage), isBehind(sessions)]).toEqual([true, false]);
});

it("refetches nothing while the session is ending, and catches up if it does not end", () => {
  queryClient.setQueryData<unknown>(sessions, {});
  const resume = holdChanges();
  refreshChanged(["account"]);
  expect(isBehind(sessions)).toBe(false);
  resume();
  expect(isBehind(sessions)).toBe(true);
});

it("has nothing to catch up with if nothing changed meanwhile", () => {
  queryClient.setQueryData<unknown>(sessions, {});
  holdChanges()();
  expect(isBehind(sessions)).toBe(false);
});
