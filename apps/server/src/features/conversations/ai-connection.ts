import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import type { AiSettings } from "../../config.ts";
import type { Logger } from "../../platform/app-context.ts";
import { type AiEvent, chooseDialect, type Dialect, type Tool, type ToolCall } from "./dialect.ts";
import { isFields } from "./read-fields.ts";

/** Why an AI service gave no answer. */
export class AiFailure extends Error {
  readonly reason: "busy" | "unavailable";
  /** Whether a new connection may help. */
  readonly isLost: boolean;

  constructor(reason: "busy" | "unavailable", message: string, { isLost = false } = {}) {
    super(message);
    this.reason = reason;
    this.isLost = isLost;
  }
}

export interface AiPatience {
  /** Until a connection is set up. */
  readonly connectMs: number;
  /** Without any message while an answer is due. */
  readonly silentMs: number;
  /** For text that comes after the end of its turn. */
  readonly lateTextMs: number;
  /** For a whole answer. */
  readonly answerMs: number;
  /** Before each new try. */
  readonly retryMs: number;
  /** Without a question; the next one opens a new connection. */
  readonly idleMs: number;
}

export const defaultPatience: AiPatience = {
  connectMs: 8_000,
  silentMs: 20_000,
  lateTextMs: 500,
  answerMs: 60_000,
  retryMs: 300,
  idleMs: 120_000,
};

const triesMax = 3;
/** Speech comes in pieces of a few kilobytes. */
const messageBytesMax = 1024 * 1024;
const answerCharactersMax = 16_000;

/** Answers tool calls, in order. */
export type AnswerCalls = (calls: readonly ToolCall[]) => Promise<readonly object[]>;

/**
 * One conversation with an AI service over as many connections as it takes. Each is opened when something is asked, and
 * resumes the one before where the service can. The key leaves this process only towards the service.
 */
export class AiConnection {
  readonly #ai: AiSettings;
  readonly #dialect: Dialect;
  readonly #options: { readonly instructions: string; readonly tools: readonly Tool[]; readonly log: Logger };
  readonly #patience: AiPatience;
  #open: OpenConnection | null = null;
  #resumeWith: string | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    ai: AiSettings,
    options: { readonly instructions: string; readonly tools: readonly Tool[]; readonly log: Logger },
    patience: AiPatience,
  ) {
    this.#ai = ai;
    this.#dialect = chooseDialect(ai.dialect);
    this.#options = options;
    this.#patience = patience;
  }

  /** Whether the service got the instructions and tools with the setup. */
  get hasInstructions(): boolean {
    return this.#dialect.hasInstructions;
  }

  /**
   * Asks and waits for the whole answer; one question at a time.
   * @param toText the question; told whether the service remembers the conversation so far
   * @throws AiFailure
   */
  async ask(toText: (isRemembered: boolean) => string, answerCalls: AnswerCalls): Promise<string> {
    clearTimeout(this.#idleTimer);
    const signal = AbortSignal.timeout(this.#patience.answerMs);
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          const open = await this.#connect();
          return await this.#runTurn(open, toText(open.isRemembered), answerCalls, signal);
        } catch (error) {
          this.#drop();
          const mayRetry = attempt < triesMax && !this.#isClosed && !signal.aborted;
          if (!mayRetry || !(error instanceof AiFailure) || !error.isLost) throw error;
          await wait(this.#patience.retryMs * attempt);
        }
      }
    } finally {
      if (!this.#isClosed) this.#idleTimer = setTimeout(() => this.#drop(), this.#patience.idleMs).unref();
    }
  }

  /** The next question starts a conversation of its own. Not while one is being answered. */
  forget(): void {
    this.#resumeWith = null;
    this.#drop();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    this.#drop();
  }

  #drop(): void {
    this.#open?.close();
    this.#open = null;
  }

  async #connect(): Promise<OpenConnection> {
    if (this.#isClosed) throw new AiFailure("unavailable", "The conversation has ended.");
    // One that is about to be closed is left before it cuts an answer off.
    if (this.#open?.isUsable) return this.#open;
    this.#drop();
    const { instructions, tools } = this.#options;
    const setup = { ai: this.#ai, instructions, tools, resumeWith: this.#resumeWith };
    const open = new OpenConnection(this.#ai, this.#dialect, this.#resumeWith !== null, this.#options.log);
    this.#open = open;
    const signal = AbortSignal.timeout(this.#patience.connectMs);
    open.onceOpen(() => open.send(this.#dialect.setUp(setup)));
    // A handle that has expired would be refused each time.
    this.#resumeWith = null;
    for (;;) {
      const event = await open.next(signal);
      if (event === null) throw new AiFailure("unavailable", "The AI service didn't open a connection in time.");
      if (event.kind === "ready") break;
    }
    this.#resumeWith = setup.resumeWith;
    return open;
  }

  async #runTurn(open: OpenConnection, text: string, answerCalls: AnswerCalls, signal: AbortSignal): Promise<string> {
    open.send(this.#dialect.ask(text));
    const { silentMs, lateTextMs } = this.#patience;
    let answer = "";
    let isTurnComplete = false;
    let isTextComplete = false;
    while (!isTurnComplete || !isTextComplete) {
      const patience = AbortSignal.timeout(isTurnComplete ? lateTextMs : silentMs);
      const event = await open.next(AbortSignal.any([signal, patience]));
      if (event === null) {
        if (isTurnComplete) break;
        throw new AiFailure("unavailable", "The AI service didn't answer in time.");
      }
      this.#note(event);
      if (event.kind === "text") answer += event.text;
      if (event.kind === "text-complete") isTextComplete = true;
      if (event.kind === "turn-complete") isTurnComplete = true;
      if (answer.length > answerCharactersMax) throw new AiFailure("unavailable", "The answer has no end.");
      if (event.kind === "tool-calls") {
        const answers = await answerCalls(event.calls);
        const message = this.#dialect.answerCalls(
          event.calls.map((call, index) => ({ call, answer: answers[index]! })),
        );
        if (message !== null) open.send(message);
      }
    }
    open.isRemembered = true;
    return answer;
  }

  #note(event: AiEvent): void {
    if (event.kind === "resumable") this.#resumeWith = event.handle;
  }
}

/** One socket to the service, and what it said and nobody has read yet. */
class OpenConnection {
  /** Whether the service knows what was said before. */
  isRemembered: boolean;
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
