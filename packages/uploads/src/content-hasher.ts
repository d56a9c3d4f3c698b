import { type ContentHashState, type HashedBytes, hashOn } from "./content-hash.ts";

/** Computes content hashes off the main thread where possible. */
export interface ContentHasher {
  /** See `hashOn`. */
  readonly hashOn: typeof hashOn;
  /** Releases its resources; it may be used again afterwards. */
  readonly close: () => void;
}

export interface HashRequest {
  readonly id: number;
  readonly from: ContentHashState;
  readonly bytes: Blob | Uint8Array<ArrayBuffer>;
}

export type HashAnswer =
  | { readonly id: number; readonly hashed: HashedBytes }
  | { readonly id: number; readonly failure: string };

/** A worker in browsers; elsewhere this thread, where the platform's digest runs in parallel. */
export function createDefaultContentHasher(): ContentHasher {
  const isBrowser = typeof document !== "undefined" && typeof Worker !== "undefined";
  return isBrowser ? createWorkerHasher() : { hashOn, close: () => {} };
}

function createWorkerHasher(): ContentHasher {
  type Waiting = HashRequest & { resolve: (hashed: HashedBytes) => void; reject: (error: Error) => void };
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let isBroken = false;
  let lastId = 0;

  const start = (): Worker => {
    const started = new Worker(new URL("./content-hash.worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<HashAnswer>) => {
      const request = waiting.get(data.id);
      waiting.delete(data.id);
      if ("hashed" in data) request?.resolve(data.hashed);
      else request?.reject(new Error(data.failure));
    });
    started.addEventListener("error", (event) => {
      // The worker could not be loaded, for example because the server is down: fall back to this thread.
      event.preventDefault();
      isBroken = true;
      close();
      for (const request of waiting.values()) hashOn(request.from, request.bytes).then(request.resolve, request.reject);
      waiting.clear();
    });
    return started;
  };
  const close = () => {
    worker?.terminate();
    worker = null;
  };

  return {
    hashOn: (from, bytes) => {
      if (isBroken) return hashOn(from, bytes);
      worker ??= start();
      const request = { id: ++lastId, from, bytes };
      const { promise, resolve, reject } = Promise.withResolvers<HashedBytes>();
      waiting.set(request.id, { ...request, resolve, reject });
      worker.postMessage(request);
      return promise;
    },
    close: () => {
      close();
      for (const request of waiting.values()) request.reject(new Error("Nobody waits for this hash any more."));
      waiting.clear();
    },
  };
}
