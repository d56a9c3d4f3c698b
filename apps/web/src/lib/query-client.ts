import { ApiError } from "@blueprint/contract/api-client";
import { mutationConstants, queryConstants } from "@blueprint/contract/spec-constants";
import { QueryCache, QueryClient, type QueryFunction } from "@tanstack/react-query";
import { inTime } from "./api.ts";
import { toPagePath } from "./data-query.ts";
import { readJson } from "./read-json.ts";

/** Reads the path in the query key's first element (spec §7). @throws QueryError; ApiError if there was no response */
export const fetchByKey: QueryFunction = ({ queryKey, signal, meta, ...context }) => {
  const page = "pageParam" in context ? context.pageParam : null;
  const path = String(queryKey[0]);
  const isFurther = meta?.pageParameter !== undefined && page !== null;
  const read = (ending: AbortSignal) =>
    readJson({
      path: isFurther && meta.body === undefined ? toPagePath(path, meta.pageParameter!, page) : path,
      body: isFurther && meta.body !== undefined ? { ...meta.body, [meta.pageParameter!]: page } : meta?.body,
      schema: meta?.schema,
      signal: ending,
    });
  return meta?.isTimed === true ? inTime(read, signal) : read(signal);
};

export interface QueryClientOptions {
  /** Called when any query finds that the session is gone. */
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
