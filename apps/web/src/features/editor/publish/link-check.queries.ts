import type { BlueprintId } from "@blueprint/contract/ids";
import { checkLinks } from "@blueprint/contract/link-check";
import { queryOptions } from "@tanstack/react-query";
import { bodyQuery } from "../../../lib/data-query.ts";

/** Whether the links of the scene as it is on the server answer; asked anew whenever the checklist opens. */
export function linkCheckQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...bodyQuery(checkLinks, { params: { blueprintId } }),
    gcTime: 0,
  });
}
