import type { Endpoint, EndpointRequest, EndpointResponse } from "./endpoint.ts";
import { type ErrorBody, type ErrorCode, errorCatalogue, isErrorCode } from "./errors.ts";

/** A failed call, in catalogue terms. `network-request-failed` when there was no response at all. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, status: number, fields: Record<string, string> = {}, requestId?: string) {
    super(errorCatalogue[code].message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
  }
}

export interface ApiClientOptions {
  /** Origin of the server without a trailing slash; empty for the page's own origin. */
  readonly baseUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly headers?: Record<string, string>;
}

export type ApiClient = <E extends Endpoint>(
  endpoint: E,
  request: EndpointRequest<E>,
  options?: { signal?: AbortSignal },
) => Promise<EndpointResponse<E>>;

/** A typed `fetch` over contract endpoints. @throws ApiError */
export function createApiClient({
  baseUrl = "",
  fetch = globalThis.fetch,
  headers = {},
}: ApiClientOptions = {}): ApiClient {
  return async (endpoint, request, options) => {
    const parts = request as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
    const response = await fetch(baseUrl + buildUrl(endpoint.url, parts.params, parts.query), {
      method: endpoint.method,
      credentials: "include",
      headers: parts.body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      ...(options?.signal === undefined ? {} : { signal: options.signal }),
    }).catch((cause: unknown) => {
      if (options?.signal?.aborted) throw cause;
      throw new ApiError("network-request-failed", 0);
    });
    if (!response.ok) throw await toApiError(response);
    if (response.status === 204) return undefined as EndpointResponse<typeof endpoint>;
    return endpoint.schema.response.parse(await response.json()) as EndpointResponse<typeof endpoint>;
  };
}

/** Fills `:name` parts of a route and appends the query, omitting undefined values. */
export function buildUrl(
  url: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Maps a failed response to catalogue terms; a foreign one becomes `internal` or `service-unavailable`. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = body as Partial<ErrorBody> | undefined;
  if (isErrorCode(error?.code)) return new ApiError(error.code, response.status, error.fields ?? {}, error.requestId);
  return new ApiError(
    response.status === 502 || response.status === 503 ? "service-unavailable" : "internal",
    response.status,
  );
}
