import { setAccountDisabled } from "@blueprint/contract/accounts";
import type { TeamId, UserId } from "@blueprint/contract/ids";
import {
  decideFailedJob,
  enterTeam,
  findOrphans,
  getInstallationHealth,
  leaveTeamVisit,
  listFailedJobs,
  listInstallationPeople,
  listInstallationTeams,
} from "@blueprint/contract/installation";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { queryClient } from "../../lib/session.ts";

const refreshHealthEveryMs = 5_000;

const toQuery = (search: string, cursor: string | null) => ({
  ...(search === "" ? {} : { search }),
  ...(cursor === null ? {} : { cursor }),
});

export function peopleQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [listInstallationPeople.url, search],
    queryFn: ({ pageParam, signal }) => api(listInstallationPeople, { query: toQuery(search, pageParam) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: "always",
  });
}

export function useDisableAccount() {
  return useMutation({
    mutationFn: ({ userId, disabled }: { readonly userId: UserId; readonly disabled: boolean }) =>
      api(setAccountDisabled, { params: { userId }, body: { disabled } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listInstallationPeople.url] }),
  });
}

export function teamsQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [listInstallationTeams.url, search],
    queryFn: ({ pageParam, signal }) => api(listInstallationTeams, { query: toQuery(search, pageParam) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: "always",
  });
}

export function useEnterTeam(teamId: TeamId) {
  return useMutation({ mutationFn: (reason: string) => api(enterTeam, { params: { teamId }, body: { reason } }) });
}

export function useLeaveVisit(teamId: TeamId) {
  return useMutation({ mutationFn: () => api(leaveTeamVisit, { params: { teamId } }) });
}

export const healthQuery = queryOptions({
  queryKey: [getInstallationHealth.url],
  queryFn: ({ signal }) => api(getInstallationHealth, {}, { signal }),
  refetchOnMount: "always",
  refetchInterval: refreshHealthEveryMs,
});

export const failedJobsQuery = queryOptions({
  queryKey: [listFailedJobs.url],
  queryFn: ({ signal }) => api(listFailedJobs, {}, { signal }),
  refetchOnMount: "always",
});

export function useDecideJob() {
  return useMutation({
    mutationFn: ({ jobId, decision }: { readonly jobId: string; readonly decision: "retry" | "discard" }) =>
      api(decideFailedJob, { params: { jobId }, body: { decision } }),
    // Also after a failure: somebody else may have decided.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: failedJobsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: healthQuery.queryKey }),
      ]),
  });
}

export function useFindOrphans() {
  return useMutation({ mutationFn: () => api(findOrphans, {}) });
}
