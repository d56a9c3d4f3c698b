import { notifyMentions } from "@blueprint/contract/comments";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { listTeamMembers } from "@blueprint/contract/teams";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

/** Who can be named in a comment. */
export function membersQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [listTeamMembers.url, teamId, "members"],
    queryFn: async ({ signal }) => (await api(listTeamMembers, { params: { teamId } }, { signal })).members,
    staleTime: 60_000,
  });
}

/** Tells people by e-mail that a comment names them. */
export function useNotifyMentions(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof notifyMentions>["body"]) =>
      api(notifyMentions, { params: { blueprintId }, body }),
  });
}
