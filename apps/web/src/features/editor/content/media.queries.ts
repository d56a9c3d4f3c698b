import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId } from "@blueprint/contract/ids";
import { copyMedia, resolveMedia } from "@blueprint/contract/media";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { bodyQuery } from "../../../lib/data-query.ts";
import { refreshQueries } from "../../../lib/refresh-queries.ts";

/** URLs of team files by id, without deleted files. The server says when the URLs expire. */
export function mediaUrlsQuery(blueprintId: BlueprintId, fileIds: readonly string[]) {
  const sorted = [...new Set(fileIds)].sort();
  return queryOptions({
    ...bodyQuery(resolveMedia, { params: { blueprintId }, body: { fileIds: sorted } }),
    select: ({ urls }) => urls,
    ...(sorted.length === 0 ? { initialData: { urls: {} } } : {}),
  });
}

/** Copies files of another blueprint to this blueprint's team; returns the ids of files that no longer exist. */
export function useCopyMedia(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof copyMedia>["body"]) =>
      (await api(copyMedia, { params: { blueprintId }, body })).missingFileIds,
    onSuccess: () => refreshQueries(resolveMedia, { blueprintId }),
  });
}
