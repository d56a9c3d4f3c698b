import { errorCatalogue } from "@blueprint/contract/errors";
import type { Target } from "./api-targets.ts";
import type { FuzzRequest } from "./make-request.ts";

export interface FuzzAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Too busy and out of space are said on purpose; every other failure of the server is a fault. */
const deliberateFailures = new Set([503, 507]);
const catalogue: Readonly<Record<string, { readonly status: number; readonly message: string } | undefined>> =
  errorCatalogue;

/** @returns what is wrong with an answer; null where nothing is */
export function findFault(target: Target, request: FuzzRequest, answer: FuzzAnswer): string | null {
  const { status, type, text } = answer;
  if (status >= 500 && !deliberateFailures.has(status)) return `answered ${status}: ${text.slice(0, 300)}`;
  if (request.method === "HEAD" || request.method === "OPTIONS") return null;
  if (status < 400) return findSuccessFault(target, answer);
  let body: { code?: unknown; message?: unknown; requestId?: unknown };
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    return `refused with ${status} in another form than the catalogue's: ${type} ${text.slice(0, 200)}`;
  }
  const known = typeof body.code === "string" ? catalogue[body.code] : undefined;
  if (known === undefined) return `refused with ${status} and an unknown code: ${text.slice(0, 200)}`;
  if (known.status !== status) return `refused with ${status} for ${String(body.code)}, which is ${known.status}`;
  if (body.message !== known.message) return `refused with another text than the catalogue's: ${text.slice(0, 200)}`;
  return typeof body.requestId === "string" ? null : `refused without the id of the request: ${text.slice(0, 200)}`;
}

function findSuccessFault(target: Target, { status, type, text }: FuzzAnswer): string | null {
  if (target.isStream || !type.startsWith("application/json") || text === "") return null;
  try {
    JSON.parse(text);
    return null;
  } catch {
    return `answered ${status} with what is no JSON: ${text.slice(0, 200)}`;
  }
}
