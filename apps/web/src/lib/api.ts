import { type ApiClient, ApiError, createApiClient } from "@blueprint/contract/api-client";
import { answerInTime } from "@blueprint/contract/network-timeout";

/** The typed client of this page's own server. */
export const api = createApiClient();

/** As `api`, for the session and the making of accounts: the answer is given up when it does not come in time (spec §9). */
export const apiInTime: ApiClient = (endpoint, request, options) =>
  inTime((signal) => api(endpoint, request, { signal }), options?.signal);

/** @throws ApiError `network-request-failed` when no answer came in time, or what the request throws */
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
    // Whatever it broke off, in the middle of the answer too.
    if (isLate) throw new ApiError("network-request-failed", 0);
    throw error;
  }
}
