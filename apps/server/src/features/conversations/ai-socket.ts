import { WebSocket } from "ws";
import type { AiSettings } from "../../config.ts";
import type { Logger } from "../../platform/app-context.ts";
import type { AiEvent, Dialect } from "./dialect.ts";
import { isFields } from "./read-fields.ts";

/** Speech comes in pieces of a few kilobytes. */
const messageBytesMax = 1024 * 1024;

export type AiFailureReason = "busy" | "unavailable" | "interrupted";

/** Why an AI service gave no answer. */
export class AiFailure extends Error {
  readonly reason: AiFailureReason;
  /** Whether a new connection may help. */
  readonly isLost: boolean;

  constructor(reason: AiFailureReason, message: string, { isLost = false } = {}) {
    super(message);
    this.reason = reason;
    this.isLost = isLost;
  }
}

/** One socket to the service, and what it said and nobody has read yet. */
export class AiSocket {
  /** Whether the service knows what was said before. */
  isRemembered: boolean;
  /** Whether the service has generated a turn completely but not yet reported its end. */
  owesTurnEnd = false;
  readonly #socket: WebSocket;
  readonly #events: AiEvent[] = [];
  #failure: AiFailure | null = null;
  #isLeaving = false;
  #wake: () => void = () => {};

  constructor(ai: AiSettings, dialect: Dialect, isResumed: boolean, log: Logger) {
    this.isRemembered = isResumed;
    const url = new URL(ai.url);
    url.searchParams.set("key", ai.key);
    const socket = new WebSocket(url, {
      maxPayload: messageBytesMax,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket = socket;
    socket.on("unexpected-response", (request, response) => {
      const status = response.statusCode ?? 0;
      log.warn({ status }, "the AI service refused a connection");
      // Bad keys and wrong models stay what they are.
      const reason = status === 429 ? "busy" : "unavailable";
      this.#fail(new AiFailure(reason, "The AI service refused a connection.", { isLost: status >= 500 }));
      request.destroy();
    });
    socket.on("message", (data) => {
      try {
        this.#take(dialect, JSON.parse(String(data)));
      } catch {
        this.#fail(new AiFailure("unavailable", "The AI service sent something unreadable.", { isLost: true }));
        socket.terminate();
      }
    });
    socket.on("close", (code) => {
      if (this.#failure === null) log.debug({ code }, "the AI service closed a connection");
      this.#fail(new AiFailure("unavailable", "The connection to the AI service was lost.", { isLost: true }));
    });
    // Its message may contain the address with the key. The close event follows.
    socket.on("error", () => {});
  }

  get isUsable(): boolean {
    return this.#failure === null && !this.#isLeaving && this.#socket.readyState === this.#socket.OPEN;
  }

  onceOpen(start: () => void): void {
    this.#socket.once("open", start);
  }

  send(message: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /**
   * The next event; null when `signal` ends the wait.
   * @throws AiFailure when the connection is lost
   */
  async next(signal: AbortSignal): Promise<AiEvent | null> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return event;
      if (this.#failure !== null) throw this.#failure;
      if (signal.aborted) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  close(): void {
    this.#fail(new AiFailure("unavailable", "The connection was closed."));
    this.#socket.close();
    // A service that doesn't close its side must not hold the socket.
    setTimeout(() => this.#socket.terminate(), 1_000).unref();
  }

  #take(dialect: Dialect, message: unknown): void {
    if (!isFields(message)) return;
    for (const event of dialect.read(message)) {
      if (event.kind === "leaving") this.#isLeaving = true;
      this.#events.push(event);
    }
    this.#wake();
  }

  #fail(failure: AiFailure): void {
    this.#failure ??= failure;
    this.#wake();
  }
}
