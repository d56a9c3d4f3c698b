import { ScanLoadError } from "./loaded-scan.ts";

const early = new Map<string, Promise<ArrayBuffer>>();

/** Bytes of a delivery file. @throws ScanLoadError `unreachable`, or the signal's reason */
export async function fetchDelivery(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  return takeEarly(url) ?? readBytes(url, signal);
}

/** The bytes of a file whose download `prefetchDelivery` has started; undefined where it has not, or they were taken. */
export function takeEarly(url: string): Promise<ArrayBuffer> | undefined {
  const address = toAbsolute(url);
  const started = early.get(address);
  early.delete(address);
  return started;
}

/** As `takeEarly`, and leaves the bytes to whoever takes them: for what is drawn before its loader is there. */
export function shareEarly(url: string): Promise<ArrayBuffer> {
  return early.get(toAbsolute(url)) ?? readBytes(url);
}

/** Starts the download of a file now; the first `fetchDelivery` of the same address takes its bytes. */
export function prefetchDelivery(url: string): void {
  const address = toAbsolute(url);
  if (early.has(address)) return;
  const bytes = readBytes(address);
  // Told when it is really asked for.
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

/** Address of another file of the delivery. */
export function resolveDeliveryUrl(entryUrl: string, path: string): string {
  return new URL(path, toAbsolute(entryUrl)).href;
}

function toAbsolute(url: string): string {
  return new URL(url, window.location.href).href;
}
