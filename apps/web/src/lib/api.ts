import { type ApiClient, ApiError, createApiClient } from "@blueprint/contract/api-client";
import { answerInTime } from "@blueprint/contract/network-timeout";

/** Typed client for this page's own server. */
export const api = createApiClient();

/** Like `api`, for sessions and sign-up: the request times out (spec §9). */
export const apiInTime: ApiClient = (endpoint, request, options) =>
  inTime((signal) => api(endpoint, request, { signal }), options?.signal);

/** @throws ApiError `network-request-failed` on a timeout, or what the request throws */
export async function inTime<T>(request: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  let isLate = false;
  const watched = (signal: AbortSignal) => {
    signal.addEventListener("abort", () => {
      isLate = outer?.aborted !== true;
    });
    return request(signal);
  };
  try {
    return await answerInTime(watched, outer);
  } catch (error) {
    // Applies to whatever the timeout interrupted, including a partial response.
    if (isLate) throw new ApiError("network-request-failed", 0);
    throw error;
  }
}
