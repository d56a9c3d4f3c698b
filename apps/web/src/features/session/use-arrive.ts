import type { Me } from "@blueprint/contract/users";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { takeDestination, toDestination } from "../../lib/destination.ts";
import { rememberOperator } from "../../lib/operator-device.ts";
import { queryClient } from "../../lib/session.ts";
import { authMethodsQuery } from "./session.queries.ts";

/**
 * Leads on after authentication (spec §2): to the stored destination, which is cleared; otherwise to the onboarding
 * while it is not finished, else to the dashboard.
 */
export function useArrive(): (me: Me) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (me) => {
      rememberOperator(me.isOperator);
      const stored = takeDestination();
      const destination = stored === null ? null : toDestination(stored, location.origin, await otherOrigins(stored));
      if (destination?.kind === "page") location.assign(destination.url);
      else if (destination?.kind === "route") router.history.push(destination.href);
      else await router.navigate({ to: me.profile.finishedOnboarding ? "/dashboard" : "/onboarding" });
    },
    [router],
  );
}

/** Asked for only where it matters. A server that does not answer allows no other origin. */
async function otherOrigins(destination: string): Promise<readonly string[]> {
  if (!/^https?:/i.test(destination)) return [];
  const methods = await queryClient.fetchQuery(authMethodsQuery).catch(() => null);
  return methods?.destinationOrigins ?? [];
}
