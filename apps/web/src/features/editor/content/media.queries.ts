import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId } from "@blueprint/contract/ids";
import { copyMedia, resolveMedia } from "@blueprint/contract/media";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { bodyQuery } from "../../../lib/data-query.ts";
import { refreshQueries } from "../../../lib/refresh-queries.ts";

/** Addresses of files of the team by their id; those that are gone are left out. The server says when they grow old. */
export function mediaUrlsQuery(blueprintId: BlueprintId, fileIds: readonly string[]) {
  const sorted = [...new Set(fileIds)].sort();
  return queryOptions({
    ...bodyQuery(resolveMedia, { params: { blueprintId }, body: { fileIds: sorted } }),
    select: ({ urls }) => urls,
    ...(sorted.length === 0 ? { initialData: { urls: {} } } : {}),
  });
}

/** Gives this blueprint's team copies of files of another blueprint; answers the ids of those that are gone there. */
export function useCopyMedia(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof copyMedia>["body"]) =>
      (await api(copyMedia, { params: { blueprintId }, body })).missingFileIds,
    onSuccess: () => refreshQueries(resolveMedia, { blueprintId }),
  });
}
