import { previewTransfer, transferBlueprint } from "@blueprint/contract/blueprint-transfer";
import { getBlueprint, listBlueprints } from "@blueprint/contract/blueprints";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { getTeamUsage } from "@blueprint/contract/teams";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { queryClient } from "../../lib/session.ts";

/** What would move with a blueprint, and where it may go. */
export function transferPreviewQuery(blueprintId: BlueprintId) {
  return dataQuery(previewTransfer, { params: { blueprintId } });
}

export function useTransferBlueprint(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (teamId: TeamId) => api(transferBlueprint, { params: { blueprintId }, body: { teamId } }),
    onSuccess: async (blueprint) => {
      queryClient.setQueryData(dataQuery(getBlueprint, { params: { blueprintId } }).queryKey, blueprint);
      await Promise.all([refreshQueries(listBlueprints), refreshQueries(getTeamUsage)]);
    },
    // What stood in the way may be gone, or there is something else now.
    onError: () => refreshQueries(previewTransfer, { blueprintId }),
  });
}
