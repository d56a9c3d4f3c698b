import { providerConstants } from "./spec-constants.ts";

/** spec §9: how long the providers' clients wait for an answer, by what the browser says of its device. */
export function networkTimeoutMsOf(userAgent: string): number {
  const { desktop, mobile } = providerConstants.networkTimeoutMs;
  return /\bMobi/.test(userAgent) ? mobile : desktop;
}

/**
 * Runs a request and aborts it when no answer came in time. Not for requests whose body takes as long as it takes.
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
