import { previewTransfer, transferBlueprint } from "@blueprint/contract/blueprint-transfer";
import { getBlueprint, listBlueprints } from "@blueprint/contract/blueprints";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { getTeamUsage } from "@blueprint/contract/teams";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { queryClient } from "../../lib/session.ts";

/** What would move with a blueprint, and where it may go. Always asked anew: plans fill up and roles change. */
export function transferPreviewQuery(blueprintId: BlueprintId) {
  return queryOptions({
    queryKey: [previewTransfer.url, blueprintId],
    queryFn: ({ signal }) => api(previewTransfer, { params: { blueprintId } }, { signal }),
    gcTime: 0,
    refetchOnMount: "always",
  });
}

export function useTransferBlueprint(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (teamId: TeamId) => api(transferBlueprint, { params: { blueprintId }, body: { teamId } }),
    onSuccess: async (blueprint) => {
      queryClient.setQueryData([getBlueprint.url, blueprintId], blueprint);
      await Promise.all(
        [listBlueprints.url, getTeamUsage.url].map((url) => queryClient.invalidateQueries({ queryKey: [url] })),
      );
    },
    // What stood in the way may be gone, or there is something else now.
    onError: () => queryClient.invalidateQueries({ queryKey: [previewTransfer.url, blueprintId] }),
  });
}
