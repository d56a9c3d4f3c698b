import { previewTransfer, transferBlueprint } from "@blueprint/contract/blueprint-transfer";
import { getBlueprint, listBlueprints } from "@blueprint/contract/blueprints";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { getTeamPlan } from "@blueprint/contract/plans";
import { getTeamUsage } from "@blueprint/contract/teams";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { queryClient } from "../../lib/session.ts";

/** What would move with a blueprint, and which teams can receive it. */
export function transferPreviewQuery(blueprintId: BlueprintId) {
  return dataQuery(previewTransfer, { params: { blueprintId } });
}

export function useTransferBlueprint(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (teamId: TeamId) => api(transferBlueprint, { params: { blueprintId }, body: { teamId } }),
    onSuccess: async (blueprint) => {
      queryClient.setQueryData(dataQuery(getBlueprint, { params: { blueprintId } }).queryKey, blueprint);
      await Promise.all([listBlueprints, getTeamUsage, getTeamPlan].map((endpoint) => refreshQueries(endpoint)));
    },
    // The obstacle may be gone, or there may be a new one.
    onError: () => refreshQueries(previewTransfer, { blueprintId }),
  });
}
