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
      /** Schema of the response. */
      readonly schema?: z.ZodType;
      /** Query parameter for further pages. */
      readonly pageParameter?: string;
      /** Whether the request times out (spec §9). */
      readonly isTimed?: boolean;
      /** Sent by POST; without it, the path is read by GET. */
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

/** A query for a GET endpoint. spec §7: the key's first element is the path, which the query client reads. */
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
 * The same for a paginated list.
 * @param pageParameter the next page's parameter: its value is the page's `nextCursor` or `nextBefore`
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

/** The same for a request too long for a URL: its body is the key's second element. */
export function bodyQuery<E extends Endpoint & { readonly method: "POST" }>(endpoint: E, request: EndpointRequest<E>) {
  const { body = {} } = request as { body?: unknown };
  return queryOptions<EndpointResponse<E>>({
    queryKey: [toPath(endpoint, request), body],
    meta: { schema: endpoint.schema.response, body },
  });
}

/** The same for a paginated list whose request must be in no URL: the page's `nextCursor` travels in the body, too. */
export function pagedBodyQuery<E extends Endpoint & { readonly method: "POST" }>(
  endpoint: E,
  request: EndpointRequest<E>,
) {
  const { body } = request as { body?: unknown };
  return infiniteQueryOptions<
    EndpointResponse<E>,
    Error,
    InfiniteData<EndpointResponse<E>>,
    QueryKey,
    string | number | null
  >({
    queryKey: [toPath(endpoint, request), body, "pages"],
    meta: { schema: endpoint.schema.response, body, pageParameter: "cursor" },
    initialPageParam: null,
    getNextPageParam: (page) => (page as Page).nextCursor,
  });
}

/** Path of a further page. */
export function toPagePath(path: string, parameter: string, page: unknown): string {
  return `${path}${path.includes("?") ? "&" : "?"}${parameter}=${encodeURIComponent(String(page))}`;
}

/**
 * Whether a query reads an endpoint, with any query string.
 * @param params required path values; omitted ones match anything
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
