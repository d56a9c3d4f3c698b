import { createApiKey, listApiKeys, revokeApiKey } from "@blueprint/contract/api-keys";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { ApiKeyId, TeamId } from "@blueprint/contract/ids";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { confirmed } from "../../lib/confirmation.store.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { queryClient } from "../../lib/session.ts";

export function apiKeysQuery(teamId: TeamId) {
  return dataQuery(listApiKeys, { params: { teamId } });
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
