import type { Me } from "@blueprint/contract/users";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { takeDestination } from "../../lib/destination.ts";

/**
 * Leads on after authentication (spec §2): to the stored destination, which is cleared; otherwise to the onboarding
 * while it is not finished, else to the dashboard.
 */
export function useArrive(): (me: Me) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (me) => {
      const destination = takeDestination();
      if (destination?.kind === "page") location.assign(destination.url);
      else if (destination?.kind === "route") router.history.push(destination.href);
      else await router.navigate({ to: me.profile.finishedOnboarding ? "/dashboard" : "/onboarding" });
    },
    [router],
  );
}
