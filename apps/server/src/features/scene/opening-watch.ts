import type { WebSocket } from "ws";

/** RFC 6455: "try again later"; clients reconnect by themselves. */
export const tryAgainLater = 1013;

/**
 * Makes sure that every opening of a document ends. A socket that gets neither content nor an error would leave its
 * user in an empty room: it still receives others' cursors, and so has no reason to reconnect.
 */
export class OpeningWatch {
  readonly #longestMs: number;
  readonly #onLate: (documentName: string) => void;
  readonly #openings = new Map<string, Map<WebSocket, NodeJS.Timeout>>();

  constructor(longestMs: number, onLate: (documentName: string) => void) {
    this.#longestMs = longestMs;
    this.#onLate = onLate;
  }

  /** From here on, the socket is closed unless `end` is called in time. */
  begin(socket: WebSocket, documentName: string): void {
    const sockets = this.#openings.get(documentName) ?? new Map<WebSocket, NodeJS.Timeout>();
    if (sockets.has(socket)) return;
    const timer = setTimeout(() => {
      this.#onLate(documentName);
      socket.close(tryAgainLater, "service-unavailable");
    }, this.#longestMs);
    this.#openings.set(documentName, sockets.set(socket, timer.unref()));
    socket.once("close", () => this.end(socket, documentName));
  }

  end(socket: WebSocket, documentName: string): void {
    const sockets = this.#openings.get(documentName);
    clearTimeout(sockets?.get(socket));
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#openings.delete(documentName);
  }

  /** Opening failed: closes every socket that waits for this document, so that clients retry. */
  fail(documentName: string): void {
    const waiting = [...(this.#openings.get(documentName)?.keys() ?? [])];
    // The library sends its refusal first; the code is for clients that read no messages.
    setImmediate(() => {
      for (const socket of waiting) socket.close(tryAgainLater, "service-unavailable");
    });
  }
}
