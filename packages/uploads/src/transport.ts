export interface TransportRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | Uint8Array<ArrayBuffer> | string | null;
  readonly signal: AbortSignal;
  /** Bytes of the body that have left this machine; not yet confirmed by the server. */
  readonly onSent?: (sentBytes: number) => void;
}

export interface TransportResponse {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/** Sends one POST. Rejects when there is no response: with the signal's reason if aborted. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** For Node and tests. `fetch` reports no upload progress. */
export function createFetchTransport(fetch: typeof globalThis.fetch = globalThis.fetch): Transport {
  return async ({ url, headers, body, signal }) => {
    const response = await fetch(url, { method: "POST", headers, body, signal, credentials: "include" });
    return { status: response.status, header: (name) => response.headers.get(name), text: await response.text() };
  };
}

/**
 * A connection can die silently, when a lid is closed or the network changes: no more bytes leave, and no response
 * comes. The next attempt queries the server first, so aborting a merely slow response costs nothing.
 */
const silenceMsMax = 120_000;

/** For browsers, where only XMLHttpRequest reports upload progress. */
export function createXhrTransport(): Transport {
  return ({ url, headers, body, signal, onSent }) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open("POST", url);
      xhr.withCredentials = true;
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      const abort = () => xhr.abort();
      const giveUp = () => {
        reject(new TypeError("The connection is silent."));
        xhr.abort();
      };
      let silence = setTimeout(giveUp, silenceMsMax);
      xhr.upload.onprogress = (event) => {
        clearTimeout(silence);
        silence = setTimeout(giveUp, silenceMsMax);
        onSent?.(event.loaded);
      };
      xhr.onload = () => {
        resolve({ status: xhr.status, header: (name) => xhr.getResponseHeader(name), text: xhr.responseText });
      };
      xhr.onerror = () => reject(new TypeError("The request got no answer."));
      xhr.onabort = () => reject(signal.reason);
      xhr.onloadend = () => {
        clearTimeout(silence);
        signal.removeEventListener("abort", abort);
      };
      if (signal.aborted) {
        clearTimeout(silence);
        reject(signal.reason);
        return;
      }
      signal.addEventListener("abort", abort);
      xhr.send(body);
    });
}

/** The transport for the current platform. */
export function createDefaultTransport(): Transport {
  return typeof XMLHttpRequest === "undefined" ? createFetchTransport() : createXhrTransport();
}
