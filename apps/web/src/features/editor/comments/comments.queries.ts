import { listCommentAuthors, notifyMentions } from "@blueprint/contract/comments";
import type { EndpointRequest, EndpointResponse } from "@blueprint/contract/endpoint";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { listTeamMembers } from "@blueprint/contract/teams";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { dataQuery } from "../../../lib/data-query.ts";

/** Members that can be mentioned in a comment. */
export function membersQuery(teamId: TeamId) {
  return queryOptions({
    ...dataQuery(listTeamMembers, { params: { teamId } }),
    select: ({ members }) => members,
  });
}

/**
 * Names of comment authors who are not among the people visible to the user.
 * @param unknown their user ids; a new id triggers a new request
 */
export function commentAuthorsQuery(blueprintId: BlueprintId, unknown: readonly string[]) {
  const authors = dataQuery(listCommentAuthors, { params: { blueprintId } });
  return queryOptions<
    EndpointResponse<typeof listCommentAuthors>,
    Error,
    EndpointResponse<typeof listCommentAuthors>["authors"]
  >({
    ...authors,
    queryKey: [...authors.queryKey, [...unknown].sort()],
    select: (answer) => answer.authors,
    enabled: unknown.length > 0,
  });
}

/** Notifies mentioned people by email. */
export function useNotifyMentions(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof notifyMentions>["body"]) =>
      api(notifyMentions, { params: { blueprintId }, body }),
  });
}
