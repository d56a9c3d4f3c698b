import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId } from "@blueprint/contract/ids";
import { copyMedia, resolveMedia } from "@blueprint/contract/media";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

/** Addresses are good for six hours; asked for again well before. */
const freshForMs = 3 * 3600 * 1000;

/** Addresses of files of the team by their id; those that are gone are left out. */
export function mediaUrlsQuery(blueprintId: BlueprintId, fileIds: readonly string[]) {
  const sorted = [...new Set(fileIds)].sort();
  return queryOptions({
    queryKey: [resolveMedia.url, blueprintId, sorted],
    queryFn: async ({ signal }) =>
      sorted.length === 0
        ? {}
        : (await api(resolveMedia, { params: { blueprintId }, body: { fileIds: sorted } }, { signal })).urls,
    staleTime: freshForMs,
  });
}

/** Gives this blueprint's team copies of files of another blueprint; answers the ids of those that are gone there. */
export function useCopyMedia(blueprintId: BlueprintId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof copyMedia>["body"]) =>
      (await api(copyMedia, { params: { blueprintId }, body })).missingFileIds,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [resolveMedia.url, blueprintId] }),
  });
}
