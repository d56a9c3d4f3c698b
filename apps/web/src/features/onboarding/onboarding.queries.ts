import { type OnboardingAnswers, saveOnboarding } from "@blueprint/contract/users";
import { useMutation } from "@tanstack/react-query";
import { apiInTime } from "../../lib/api.ts";
import { meQuery, queryClient } from "../../lib/session.ts";

export function useSaveOnboarding() {
  return useMutation({
    mutationFn: (body: OnboardingAnswers) => apiInTime(saveOnboarding, { body }),
    onSuccess: (me) => queryClient.setQueryData(meQuery.queryKey, me),
  });
}
