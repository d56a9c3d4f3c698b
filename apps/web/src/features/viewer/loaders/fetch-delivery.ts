import { ScanLoadError } from "./loaded-scan.ts";

const early = new Map<string, Promise<ArrayBuffer>>();

/** Bytes of a delivery file. @throws ScanLoadError `unreachable`, or the signal's reason */
export async function fetchDelivery(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const started = early.get(url);
  early.delete(url);
  if (started !== undefined) return started;
  return readBytes(url, signal);
}

/** Starts the download of an entry file now; the first `fetchDelivery` of the same address takes its bytes. */
export function prefetchDelivery(url: string): void {
  if (early.has(url)) return;
  const bytes = readBytes(url);
  // Told when it is really asked for.
  bytes.catch(() => undefined);
  early.set(url, bytes);
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

/** Address of another file of the delivery. */
export function resolveDeliveryUrl(entryUrl: string, path: string): string {
  return new URL(path, new URL(entryUrl, window.location.href)).href;
}
