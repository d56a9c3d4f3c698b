import { ApiError } from "@blueprint/contract/api-client";
import { mutationConstants, queryConstants } from "@blueprint/contract/spec-constants";
import { QueryCache, QueryClient, type QueryFunction } from "@tanstack/react-query";

/** Reads the path that is the first element of the query key (spec §7). @throws Error with the texts of spec §8. */
export const fetchByKey: QueryFunction = async ({ queryKey, signal }) => {
  const response = await fetch(String(queryKey[0]), { credentials: "include", signal });
  if (!response.ok) {
    // spec §8: status 500 or above gives "status: statusText"; other failures give "status: response body text".
    const text = response.status >= 500 ? response.statusText : (await response.text()) || response.statusText;
    throw new Error(`${response.status}: ${text}`);
  }
  return response.json();
};

export interface QueryClientOptions {
  /** Called when any query learns that the session is gone. */
  readonly onUnauthenticated: () => void;
}

export function createQueryClient({ onUnauthenticated }: QueryClientOptions): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.code === "unauthenticated") onUnauthenticated();
      },
    }),
    defaultOptions: {
      // spec §9: no retry, never stale, no refetch on window focus, no polling, kept 5 minutes after last use.
      queries: {
        queryFn: fetchByKey,
        retry: queryConstants.retry,
        staleTime: queryConstants.staleTimeMs,
        refetchOnWindowFocus: queryConstants.refetchOnWindowFocus,
        refetchInterval: queryConstants.refetchInterval,
        gcTime: queryConstants.cacheTimeMs,
      },
      mutations: { retry: mutationConstants.retry },
    },
  });
}
