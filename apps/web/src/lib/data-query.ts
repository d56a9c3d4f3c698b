import { buildUrl } from "@blueprint/contract/api-client";
import type { Endpoint, EndpointRequest, EndpointResponse } from "@blueprint/contract/endpoint";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import type { z } from "zod";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** What the answer must look like. */
      readonly schema?: z.ZodType;
      /** The query parameter that asks for a further page. */
      readonly pageParameter?: string;
      /** The answer is given up when it does not come in time (spec §9). */
      readonly isTimed?: boolean;
      /** Sent by POST; left out: the path is read by GET. */
      readonly body?: unknown;
    };
  }
}

interface Readable extends Endpoint {
  readonly method: "GET";
}

interface Page {
  readonly nextCursor?: string | null;
  readonly nextBefore?: number | null;
}

/** What an endpoint answers to a GET. spec §7: the path is the first element of the key; the query client reads it. */
export function dataQuery<E extends Readable>(
  endpoint: E,
  request: EndpointRequest<E>,
  { isTimed = false }: { readonly isTimed?: boolean } = {},
) {
  return queryOptions<EndpointResponse<E>>({
    queryKey: [toPath(endpoint, request)],
    meta: { schema: endpoint.schema.response, ...(isTimed ? { isTimed } : {}) },
  });
}

/**
 * The same for a list that comes page after page.
 * @param pageParameter how the next page is asked for: by the page's `nextCursor` or its `nextBefore`
 */
export function pagedQuery<E extends Readable>(
  endpoint: E,
  request: EndpointRequest<E>,
  pageParameter: "cursor" | "before" = "cursor",
) {
  return infiniteQueryOptions<
    EndpointResponse<E>,
    Error,
    InfiniteData<EndpointResponse<E>>,
    QueryKey,
    string | number | null
  >({
    queryKey: [toPath(endpoint, request), "pages"],
    meta: { schema: endpoint.schema.response, pageParameter },
    initialPageParam: null,
    getNextPageParam: (page) => {
      const { nextCursor, nextBefore } = page as Page;
      return pageParameter === "cursor" ? nextCursor : nextBefore;
    },
  });
}

/** The same for a question that is too long for an address: its body is the second element of the key. */
export function bodyQuery<E extends Endpoint & { readonly method: "POST" }>(endpoint: E, request: EndpointRequest<E>) {
  const { body = {} } = request as { body?: unknown };
  return queryOptions<EndpointResponse<E>>({
    queryKey: [toPath(endpoint, request), body],
    meta: { schema: endpoint.schema.response, body },
  });
}

/** The path of a further page. */
export function toPagePath(path: string, parameter: string, page: unknown): string {
  return `${path}${path.includes("?") ? "&" : "?"}${parameter}=${encodeURIComponent(String(page))}`;
}

/**
 * Whether a query reads an endpoint, whatever its query string.
 * @param params only with these values in the path; those left out may be anything
 */
export function readsEndpoint({ url }: Pick<Endpoint, "url">, params: Readonly<Record<string, string>> = {}) {
  const path = url
    .split("/")
    .map((part) => {
      const value = part.startsWith(":") ? params[part.slice(1)] : part;
      return value === undefined
        ? "[^/?]+"
        : encodeUnlessLiteral(part, value).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    })
    .join("/");
  const pattern = new RegExp(`^${path}(\\?|$)`);
  return ({ queryKey }: Pick<Query, "queryKey">) => typeof queryKey[0] === "string" && pattern.test(queryKey[0]);
}

function encodeUnlessLiteral(part: string, value: string): string {
  return part.startsWith(":") ? encodeURIComponent(value) : value;
}

function toPath<E extends Endpoint>(endpoint: E, request: EndpointRequest<E>): string {
  const { params, query } = request as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  return buildUrl(endpoint.url, params, query);
}
