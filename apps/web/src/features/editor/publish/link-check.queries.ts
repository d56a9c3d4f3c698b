import type { BlueprintId } from "@blueprint/contract/ids";
import { checkLinks } from "@blueprint/contract/link-check";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";

/** Whether the links of the scene as it is on the server answer; asked anew whenever the checklist opens. */
export function linkCheckQuery(blueprintId: BlueprintId) {
  return queryOptions({
    queryKey: [checkLinks.url, blueprintId],
    queryFn: ({ signal }) => api(checkLinks, { params: { blueprintId } }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}
