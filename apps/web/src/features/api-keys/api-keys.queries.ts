import { createApiKey, listApiKeys, revokeApiKey } from "@blueprint/contract/api-keys";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { ApiKeyId, TeamId } from "@blueprint/contract/ids";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { confirmed } from "../../lib/confirmation.store.ts";
import { queryClient } from "../../lib/session.ts";

export function apiKeysQuery(teamId: TeamId) {
  return queryOptions({
    queryKey: [listApiKeys.url, teamId],
    queryFn: ({ signal }) => api(listApiKeys, { params: { teamId } }, { signal }),
    refetchOnMount: "always",
  });
}

const refresh = (teamId: TeamId) => queryClient.invalidateQueries({ queryKey: apiKeysQuery(teamId).queryKey });

export function useCreateApiKey(teamId: TeamId) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createApiKey>["body"]) =>
      confirmed(() => api(createApiKey, { params: { teamId }, body })),
    onSuccess: () => refresh(teamId),
  });
}

export function useRevokeApiKey(teamId: TeamId) {
  return useMutation({
    mutationFn: (apiKeyId: ApiKeyId) => api(revokeApiKey, { params: { teamId, apiKeyId } }),
    onSettled: () => refresh(teamId),
  });
}
