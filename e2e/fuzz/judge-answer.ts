import { errorCatalogue } from "@blueprint/contract/errors";
import type { Target } from "./api-targets.ts";
import type { FuzzRequest } from "./make-request.ts";

export interface FuzzAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Busy and out-of-space answers are intended; every other 5xx is a fault. */
const deliberateFailures = new Set([503, 507]);
const catalogue: Readonly<Record<string, { readonly status: number; readonly message: string } | undefined>> =
  errorCatalogue;

/** @returns what is wrong with an answer; null if nothing */
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

/**
 * @param canary part of all of another team's data @param nameCanary part of its name and its owner's, which operators
 * see in their lists @returns the one that leaked to a sender who may not see it; null if none did
 */
export function findLeak(
  text: string,
  { canary, nameCanary }: { readonly canary: string; readonly nameCanary: string },
  isOperator: boolean,
): string | null {
  if (text.includes(canary)) return canary;
  return !isOperator && text.includes(nameCanary) ? nameCanary : null;
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
