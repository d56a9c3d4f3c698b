import type { Endpoint, EndpointResponse } from "@blueprint/contract/endpoint";
import { type ErrorCode, errorCatalogue } from "@blueprint/contract/errors";

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

let answers: { readonly endpoint: Endpoint; readonly answer: () => Response }[] = [];
let requests: Request[] = [];
let unanswered: string[] = [];

/** Answers an endpoint's requests from now on, whatever their parameters; the latest answer counts. */
export function answerWith<E extends Endpoint>(endpoint: E, body: EndpointResponse<E>): void {
  answers.unshift({ endpoint, answer: () => Response.json(body) });
}

/** Lets an endpoint's requests fail with an error of the catalogue. */
export function failWith(endpoint: Endpoint, code: ErrorCode, fields: Readonly<Record<string, string>> = {}): void {
  const { status, message } = errorCatalogue[code];
  answers.unshift({ endpoint, answer: () => Response.json({ code, message, fields }, { status }) });
}

/** Bodies of the requests that an endpoint received in this test, in order. */
export function listSent(endpoint: Endpoint): readonly unknown[] {
  return requests.filter((request) => isFor(endpoint, request)).map(({ body }) => body);
}

/** Forgets answers and requests. @returns the requests that the test did not answer */
export function endNetwork(): readonly string[] {
  const missed = unanswered;
  answers = [];
  requests = [];
  unanswered = [];
  return missed;
}

/** Stands in for the browser's `fetch`. */
export const fetchFromTest: typeof globalThis.fetch = async (input, init) => {
  const request: Request = {
    method: init?.method ?? "GET",
    path: String(input).split("?")[0]!,
    body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined,
  };
  requests.push(request);
  const found = answers.find(({ endpoint }) => isFor(endpoint, request));
  if (found !== undefined) return found.answer();
  unanswered.push(`${request.method} ${request.path}`);
  throw new TypeError("Failed to fetch");
};

function isFor({ method, url }: Endpoint, request: Request): boolean {
  const parts = url.split("/");
  const given = request.path.split("/");
  return (
    method === request.method &&
    parts.length === given.length &&
    parts.every((part, index) => part.startsWith(":") || part === given[index])
  );
}
