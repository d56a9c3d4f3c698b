import {
  changeEmbedToken,
  createEmbedToken,
  listEmbedTokens,
  revokeEmbedToken,
} from "@blueprint/contract/embed-tokens";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId, EmbedTokenId } from "@blueprint/contract/ids";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { queryClient } from "../../lib/session.ts";

export function embedTokensQuery(blueprintId: BlueprintId) {
  return dataQuery(listEmbedTokens, { params: { blueprintId } });
}

const refresh = (blueprintId: BlueprintId) =>
  queryClient.invalidateQueries({ queryKey: embedTokensQuery(blueprintId).queryKey });

/** Creates an embed, or changes one. */
export function useSaveEmbed(blueprintId: BlueprintId, changedId: EmbedTokenId | null) {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createEmbedToken>["body"]) =>
      changedId === null
        ? api(createEmbedToken, { params: { blueprintId }, body })
        : api(changeEmbedToken, { params: { blueprintId, embedTokenId: changedId }, body }),
    onSuccess: () => refresh(blueprintId),
  });
}

export function useRevokeEmbedToken(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (embedTokenId: EmbedTokenId) => api(revokeEmbedToken, { params: { blueprintId, embedTokenId } }),
    onSettled: () => refresh(blueprintId),
  });
}
