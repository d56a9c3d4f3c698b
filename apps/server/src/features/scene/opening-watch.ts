import type { WebSocket } from "ws";

/** RFC 6455: "try again later"; clients reconnect by themselves. */
export const tryAgainLater = 1013;

/**
 * Sees to it that every opening of a document comes to an end. A socket that is told neither the content nor why not
 * keeps its person before an empty room: they hear others' cursors, and so have no reason to connect anew.
 */
export class OpeningWatch {
  readonly #longestMs: number;
  readonly #onLate: (documentName: string) => void;
  readonly #openings = new Map<string, Map<WebSocket, NodeJS.Timeout>>();

  constructor(longestMs: number, onLate: (documentName: string) => void) {
    this.#longestMs = longestMs;
    this.#onLate = onLate;
  }

  /** From here on the socket is closed unless `end` is called in time. */
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

  /** Nobody who waits for this document gets it: they come again. */
  fail(documentName: string): void {
    const waiting = [...(this.#openings.get(documentName)?.keys() ?? [])];
    // The library answers first why it refuses; the code tells clients that read no answers.
    setImmediate(() => {
      for (const socket of waiting) socket.close(tryAgainLater, "service-unavailable");
    });
  }
}
