import { ApiError } from "@blueprint/contract/api-client";
import { getSession, type Me } from "@blueprint/contract/users";
import { type QueryKey, queryOptions, useQuery } from "@tanstack/react-query";
import { apiInTime, inTime } from "./api.ts";
import { buildSettings } from "./build-settings.ts";
import { notInvited } from "./not-invited.store.ts";
import { keptAnswersMode } from "./offline-page.ts";
import { openChannel } from "./open-channel.ts";
import { createQueryClient } from "./query-client.ts";
import { readJson } from "./read-json.ts";

/** The signed-in user, or null. Loaded once; every tab refreshes it when one signs in or out. */
export const meQuery = queryOptions({
  queryKey: [getSession.url],
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      const answer = await inTime((late) => readJson({ path: getSession.url, signal: late }), signal);
      const { me } = getSession.schema.response.parse(answer);
      if (me !== null) notInvited.clear();
      return me;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "permission-denied") throw error;
      // spec §6: a user denied access to their profile is not invited. They are signed out, and the sign-in screen says
      // why.
      notInvited.deny(await findDeniedEmail());
      const signOut = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      await inTime((late) => fetch("/api/auth/sign-out", { ...signOut, signal: late })).catch(() => null);
      return null;
    }
  },
  gcTime: Number.POSITIVE_INFINITY,
  networkMode: keptAnswersMode,
});

/** Email of the denied user: the error's text doesn't contain it. */
async function findDeniedEmail(): Promise<string> {
  return await apiInTime(getSession, {}).then(
    () => "",
    (error: unknown) => (error instanceof ApiError ? (error.fields.email ?? "") : ""),
  );
}

export const queryClient = createQueryClient({
  onUnauthenticated: () => queryClient.setQueryData(meQuery.queryKey, null),
});

const channel = openChannel(`${buildSettings.messagingSenderId}.session`);

/** Follows sign-in and sign-out in other tabs until the returned function is called. */
export function followOtherTabs(): () => void {
  const onMessage = () => void learnSessionAgain();
  channel?.addEventListener("message", onMessage);
  return () => channel?.removeEventListener("message", onMessage);
}

/** Fetches the current session, bypassing the cache. @throws ApiError */
export function askWhoIsHere(): Promise<Me | null> {
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** Refetches the signed-in user: their teams changed here. */
export async function refreshMe(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}

const isOfPerson = ({ queryKey }: { readonly queryKey: QueryKey }) => queryKey[0] !== getSession.url;

/** Fetches the session first and alone: after a sign-out, every other request would be refused. */
async function learnSessionAgain(): Promise<void> {
  void queryClient.cancelQueries({ predicate: isOfPerson });
  await queryClient.resetQueries({ queryKey: meQuery.queryKey });
  queryClient.removeQueries({ predicate: isOfPerson });
}

/**
 * Loads the user after the session cookie changed here, drops the previous user's data and informs the other tabs.
 * @throws ApiError if the profile can't be loaded.
 */
export async function reloadSession(): Promise<Me | null> {
  const me = await askWhoIsHere();
  queryClient.removeQueries({ predicate: isOfPerson });
  announceSessionChange();
  return me;
}

/** Drops the answers that no screen shows, so that a screen that failed on one of them reads it again. */
export function dropUnshownAnswers(): void {
  queryClient.removeQueries({ type: "inactive" });
}

/** Informs other tabs of a sign-out. */
export function announceSessionChange(): void {
  channel?.postMessage("changed");
}

export type Session =
  | { readonly status: "loading" }
  | { readonly status: "anonymous" }
  | { readonly status: "signed-in"; readonly me: Me }
  | { readonly status: "failed"; readonly error: Error; readonly retry: () => void };

export function useSession(): Session {
  const { data, error, isFetching, refetch } = useQuery(meQuery);
  if (data) return { status: "signed-in", me: data };
  if (error && !isFetching) return { status: "failed", error, retry: () => void refetch() };
  if (data === null && !error) return { status: "anonymous" };
  return { status: "loading" };
}

/** The signed-in user, within a protected screen. */
export function useMe(): Me {
  const session = useSession();
  if (session.status !== "signed-in") throw new Error("This part of the screen is only for signed-in people.");
  return session.me;
}
