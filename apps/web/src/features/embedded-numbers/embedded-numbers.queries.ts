import { createApiClient } from "@blueprint/contract/api-client";
import { type EmbeddedNumbers, embedTokenScheme, getEmbeddedNumbers } from "@blueprint/contract/embed-tokens";
import { inTime } from "../../lib/api.ts";

/** Reads the numbers of a token, without cookies. @throws ApiError */
export function fetchEmbeddedNumbers(token: string, signal: AbortSignal): Promise<EmbeddedNumbers> {
  const api = createApiClient({
    headers: { authorization: `${embedTokenScheme} ${token}` },
    fetch: (address, request) => fetch(address, { ...request, credentials: "omit", cache: "no-store" }),
  });
  return inTime((late) => api(getEmbeddedNumbers, {}, { signal: late }), signal);
}
