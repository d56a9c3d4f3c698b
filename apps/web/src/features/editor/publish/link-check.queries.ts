import type { BlueprintId } from "@blueprint/contract/ids";
import { checkLinks } from "@blueprint/contract/link-check";
import { queryOptions } from "@tanstack/react-query";
import { bodyQuery } from "../../../lib/data-query.ts";

/** Checks the links of the scene as stored on the server; runs whenever the checklist opens. */
export function linkCheckQuery(blueprintId: BlueprintId) {
  return queryOptions({
    ...bodyQuery(checkLinks, { params: { blueprintId } }),
    gcTime: 0,
  });
}
