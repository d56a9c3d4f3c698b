import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { TeamId } from "@blueprint/contract/ids";
import { getTeamUsage, inviteToTeam, listTeamMembers } from "@blueprint/contract/teams";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { queryClient } from "../../lib/session.ts";

export function teamUsageQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [getTeamUsage.url, teamId],
    queryFn: ({ signal }) => api(getTeamUsage, { params: { teamId } }, { signal }),
    refetchOnMount: "always",
  });
}

export function teamMembersQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [listTeamMembers.url, teamId],
    queryFn: ({ signal }) => api(listTeamMembers, { params: { teamId } }, { signal }),
    refetchOnMount: "always",
  });
}

export function useInviteToTeam(teamId: TeamId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof inviteToTeam>["body"]) => api(inviteToTeam, { params: { teamId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: teamMembersQuery(teamId).queryKey }),
  });
}
