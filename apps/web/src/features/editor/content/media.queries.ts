import type { BlueprintId } from "@blueprint/contract/ids";
import { resolveMedia } from "@blueprint/contract/media";
import { queryOptions } from "@tanstack/react-query";
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
