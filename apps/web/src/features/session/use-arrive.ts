import { newAccountConstants } from "@blueprint/contract/spec-constants";
import type { Me } from "@blueprint/contract/users";
import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { type Destination, takeDestination, toDestination } from "../../lib/destination.ts";
import { rememberOperator } from "../../lib/operator-device.ts";
import { queryClient } from "../../lib/session.ts";
import { authMethodsQuery } from "./session.queries.ts";

/**
 * Navigates on after authentication (spec §2): to the stored destination, which is cleared; otherwise to the onboarding
 * if unfinished, else to the dashboard. A new account gets the onboarding first (spec §4), which then continues to the
 * stored destination.
 */
export function useArrive(cameBy: "this-tab" | "mail" = "this-tab"): (me: Me) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (me) => {
      rememberOperator(me.isOperator);
      if (isNewAccount(me)) {
        await router.navigate({ to: "/onboarding" });
        return;
      }
      const stored = takeDestination(cameBy);
      const destination = await toStoredDestination(stored);
      if (destination !== null) follow(router, destination);
      else await router.navigate({ to: me.profile.finishedOnboarding ? "/dashboard" : "/onboarding" });
    },
    [router, cameBy],
  );
}

/** Leaves the onboarding of a new account. @returns whether there was a stored destination */
export function useLeaveOnboarding(): () => Promise<boolean> {
  const router = useRouter();
  return useCallback(async () => {
    // The account may have been created in a mail's tab, and the onboarding finished in another one.
    const destination = await toStoredDestination(takeDestination("mail"));
    follow(router, destination);
    return destination !== null;
  }, [router]);
}

/** The account has had no sign-in since it was created. */
function isNewAccount({ profile }: Me): boolean {
  return !profile.finishedOnboarding && profile.numSessions === newAccountConstants.numSessions;
}

async function toStoredDestination(stored: string | null): Promise<Destination | null> {
  return stored === null ? null : toDestination(stored, location.origin, await otherOrigins(stored));
}

function follow(router: AnyRouter, destination: Destination | null): void {
  if (destination?.kind === "page") location.assign(destination.url);
  else if (destination?.kind === "route") router.history.push(destination.href);
}

/** Requested only when needed. If the server doesn't answer, no other origin is allowed. */
async function otherOrigins(destination: string): Promise<readonly string[]> {
  if (!/^https?:/i.test(destination)) return [];
  const methods = await queryClient.fetchQuery(authMethodsQuery).catch(() => null);
  return methods?.destinationOrigins ?? [];
}
