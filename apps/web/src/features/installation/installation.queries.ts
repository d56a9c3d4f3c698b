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
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery, pagedQuery } from "../../lib/data-query.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { queryClient } from "../../lib/session.ts";

const toQuery = (search: string) => (search === "" ? {} : { search });

export function peopleQuery(search: string) {
  return pagedQuery(listInstallationPeople, { query: toQuery(search) });
}

export function useDisableAccount() {
  return useMutation({
    mutationFn: ({ userId, disabled }: { readonly userId: UserId; readonly disabled: boolean }) =>
      api(setAccountDisabled, { params: { userId }, body: { disabled } }),
    onSettled: () => refreshQueries(listInstallationPeople),
  });
}

export function teamsQuery(search: string) {
  return pagedQuery(listInstallationTeams, { query: toQuery(search) });
}

export function useEnterTeam(teamId: TeamId) {
  return useMutation({ mutationFn: (reason: string) => api(enterTeam, { params: { teamId }, body: { reason } }) });
}

export function useLeaveVisit(teamId: TeamId) {
  return useMutation({ mutationFn: () => api(leaveTeamVisit, { params: { teamId } }) });
}

export const healthQuery = dataQuery(getInstallationHealth, {});

export const failedJobsQuery = dataQuery(listFailedJobs, {});

export function useDecideJob() {
  return useMutation({
    mutationFn: ({ jobId, decision }: { readonly jobId: string; readonly decision: "retry" | "discard" }) =>
      api(decideFailedJob, { params: { jobId }, body: { decision } }),
    // Also after a failure: another operator may have decided.
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
