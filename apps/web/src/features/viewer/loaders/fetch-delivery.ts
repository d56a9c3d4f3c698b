import { ScanLoadError } from "./loaded-scan.ts";

const early = new Map<string, Promise<ArrayBuffer>>();

/** Fetches the bytes of a delivery file. @throws ScanLoadError `unreachable`, or the signal's reason */
export async function fetchDelivery(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  return takeEarly(url) ?? readBytes(url, signal);
}

/** Takes the bytes of a file that `prefetchDelivery` started; undefined if it didn't, or they were already taken. */
export function takeEarly(url: string): Promise<ArrayBuffer> | undefined {
  const address = toAbsolute(url);
  const started = early.get(address);
  early.delete(address);
  return started;
}

/** Like `takeEarly`, but leaves the bytes for the next taker: for what is drawn before its loader arrives. */
export function shareEarly(url: string): Promise<ArrayBuffer> {
  return early.get(toAbsolute(url)) ?? readBytes(url);
}

/** Starts downloading a file; the first `fetchDelivery` of the same URL takes its bytes. */
export function prefetchDelivery(url: string): void {
  const address = toAbsolute(url);
  if (early.has(address)) return;
  const bytes = readBytes(address);
  // Reported when the file is actually requested.
  bytes.catch(() => undefined);
  early.set(address, bytes);
}

async function readBytes(url: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url, signal === undefined ? {} : { signal });
    if (!response.ok) throw new ScanLoadError("unreachable");
    return await response.arrayBuffer();
  } catch (cause) {
    if (signal?.aborted || cause instanceof ScanLoadError) throw cause;
    throw new ScanLoadError("unreachable", { cause });
  }
}

/** URL of another file in the delivery. */
export function resolveDeliveryUrl(entryUrl: string, path: string): string {
  return new URL(path, toAbsolute(entryUrl)).href;
}

function toAbsolute(url: string): string {
  return new URL(url, window.location.href).href;
}
