import { ApiError } from "@blueprint/contract/api-client";
import { errorCodeHeader, isErrorCode } from "@blueprint/contract/errors";
import type { z } from "zod";

/** HTTP/2 has no reason phrases (RFC 9113 §8.3.1): these are those of HTTP/1.1. */
const reasonPhrases: Readonly<Record<number, string>> = {
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  507: "Insufficient Storage",
};

/** A failed data query: the text of spec §8, with the catalogue's code for callers that need to tell failures apart. */
export class QueryError extends ApiError {
  constructor(code: ApiError["code"], status: number, text: string) {
    super(code, status);
    this.name = "QueryError";
    this.message = `${status}: ${text}`;
  }
}

export interface JsonQuestion {
  readonly path: string;
  /** Sent as JSON by POST: for requests too long for a URL, or with a secret. Without it: GET. */
  readonly body?: unknown;
  readonly schema?: z.ZodType | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads a path's JSON response, sending credentials (spec §7). @throws QueryError; ApiError if there was no response
 */
export async function readJson({ path, body, schema, signal }: JsonQuestion): Promise<unknown> {
  const response = await fetch(path, {
    credentials: "include",
    signal,
    headers: {
      // Failures arrive as readable text, not as JSON.
      accept: "text/plain, application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ApiError("network-request-failed", 0);
  });
  if (!response.ok) throw await toQueryError(response);
  const answer: unknown = await response.json();
  return schema === undefined ? answer : schema.parse(answer);
}

/** spec §8: status 500 or above gives "status: statusText"; other failures give "status: response body text". */
async function toQueryError(response: Response): Promise<QueryError> {
  const { status, headers } = response;
  const statusText = response.statusText || (reasonPhrases[status] ?? "");
  const text = status >= 500 ? statusText : (await response.text()) || statusText;
  const code = headers.get(errorCodeHeader);
  return new QueryError(isErrorCode(code) ? code : status >= 500 ? "service-unavailable" : "internal", status, text);
}
