import { providerConstants } from "./spec-constants.ts";

/** spec §9: how long the providers' clients wait for a response, by the device that the user agent names. */
export function networkTimeoutMsOf(userAgent: string): number {
  const { desktop, mobile } = providerConstants.networkTimeoutMs;
  return /\bMobi/.test(userAgent) ? mobile : desktop;
}

/**
 * Runs a request and aborts it when no response arrives in time. Not for requests whose body may take arbitrarily long.
 * @throws DOMException `TimeoutError`, or what the request throws when the outer signal aborts it
 */
export async function answerInTime<T>(request: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException("No answer came in time.", "TimeoutError")),
    networkTimeoutMsOf(navigator.userAgent),
  );
  try {
    return await request(outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
