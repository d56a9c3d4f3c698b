import { getGuideMinutes, limitGuideMinutes } from "@blueprint/contract/guide-minutes";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { dataQuery } from "../../lib/data-query.ts";
import { queryClient } from "../../lib/session.ts";

export function guideMinutesQuery(blueprintId: BlueprintId) {
  return dataQuery(getGuideMinutes, { params: { blueprintId } });
}

export function useLimitGuideMinutes(blueprintId: BlueprintId) {
  return useMutation({
    mutationFn: (max: number | null) => api(limitGuideMinutes, { params: { blueprintId }, body: { max } }),
    onSuccess: (minutes) => queryClient.setQueryData(guideMinutesQuery(blueprintId).queryKey, minutes),
  });
}
