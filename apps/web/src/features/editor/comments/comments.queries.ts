import { listCommentAuthors, notifyMentions } from "@blueprint/contract/comments";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { listTeamMembers } from "@blueprint/contract/teams";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

const authorAskAgainMs = 2_000;
const authorAsksMax = 3;

/** Who can be named in a comment. */
export function membersQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [listTeamMembers.url, teamId, "members"],
    queryFn: async ({ signal }) => (await api(listTeamMembers, { params: { teamId } }, { signal })).members,
    staleTime: 60_000,
  });
}

/**
 * Names of those who wrote comments here and are not among the people that the asker may see.
 * @param unknown their user ids; with another one it is asked anew
 */
export function commentAuthorsQuery(blueprintId: BlueprintId, unknown: readonly string[]) {
  return queryOptions({
    queryKey: [listCommentAuthors.url, blueprintId, [...unknown].sort()],
    queryFn: async ({ signal }) => (await api(listCommentAuthors, { params: { blueprintId } }, { signal })).authors,
    enabled: unknown.length > 0,
    staleTime: 60_000,
    // What was written just now is on disk a moment later. Accounts that are gone stay without a name.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < authorAsksMax &&
      unknown.some((id) => state.data?.every(({ userId }) => userId !== id) ?? false)
        ? authorAskAgainMs
        : false,
  });
}

/** Tells people by e-mail that a comment names them. */
export function useNotifyMentions(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof notifyMentions>["body"]) =>
      api(notifyMentions, { params: { blueprintId }, body }),
  });
}
