import type { GuideNote } from "@blueprint/contract/conversations";
import type { LiveClient } from "./live-client.ts";
import type { LiveServerContent } from "./live-messages.ts";

/**
 * - `unsent`: queued until the connection is ready
 * - `sent`: waiting for an answer, or receiving one
 * - `answered`
 * - `unanswered`: sent, but the connection ended before the whole answer arrived
 */
export type QuestionState = "unsent" | "sent" | "answered" | "unanswered";

export interface Exchange {
  readonly id: number;
  readonly question: string;
  readonly state: QuestionState;
  /** The part received so far. */
  readonly answer: string;
  /** From our own server's relay only: what the answer stands on. */
  readonly guide?: GuideNote;
}

export interface ConversationOptions {
  readonly createClient: (onContent: (content: LiveServerContent) => void) => LiveClient;
  /** Builds the prompt for a question at the moment it is sent; left out, the question itself. */
  readonly toPrompt?: (question: string) => string;
}

/** Questions and answers over the live AI. Keeps every question when the connection drops. */
export class Conversation {
  readonly client: LiveClient;
  readonly #toPrompt: (question: string) => string;
  readonly #listeners = new Set<() => void>();
  readonly #unfollow: () => void;
  #exchanges: readonly Exchange[] = [];
  #askedCount = 0;

  constructor({ createClient, toPrompt = (question) => question }: ConversationOptions) {
    this.#toPrompt = toPrompt;
    this.client = createClient((content) => this.#receive(content));
    this.#unfollow = this.client.subscribe(() => this.#followConnection());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getExchanges = (): readonly Exchange[] => this.#exchanges;

  /** Queues the question and sends it once the connection is ready. Connects if necessary. */
  ask(question: string): void {
    this.#askedCount += 1;
    this.#exchanges = [...this.#exchanges, { id: this.#askedCount, question, state: "unsent", answer: "" }];
    this.#tell();
    this.#sendNext();
    if (this.client.getState().connection === "closed") this.connect();
  }

  /** Asks an unanswered question again. */
  askAgain(id: number): void {
    this.#change(id, { state: "unsent", answer: "" });
    this.#sendNext();
    if (this.client.getState().connection === "closed") this.connect();
  }

  connect(): void {
    // The client's state reports the outcome.
    this.client.connect().catch(() => {});
  }

  close(): void {
    this.#unfollow();
    this.#listeners.clear();
    this.client.disconnect();
  }

  // One at a time: an answer doesn't name the question it belongs to.
  #sendNext(): void {
    if (!this.client.getState().isReady || this.#exchanges.some(({ state }) => state === "sent")) return;
    const next = this.#exchanges.find(({ state }) => state === "unsent");
    if (next === undefined) return;
    if (this.client.sendContent([{ text: this.#toPrompt(next.question) }])) this.#change(next.id, { state: "sent" });
  }

  #receive({ modelTurn, turnComplete, guide }: LiveServerContent): void {
    const current = this.#exchanges.find(({ state }) => state === "sent");
    if (current === undefined) return;
    const text = (modelTurn?.parts ?? []).map((part) => part.text ?? "").join("");
    this.#change(current.id, {
      answer: current.answer + text,
      ...(turnComplete ? { state: "answered" as const } : {}),
      ...(guide === undefined ? {} : { guide }),
    });
    if (turnComplete) this.#sendNext();
  }

  #followConnection(): void {
    if (this.client.getState().connection === "closed") {
      for (const { id } of this.#exchanges.filter(({ state }) => state === "sent"))
        this.#change(id, { state: "unanswered" });
    }
    this.#sendNext();
    this.#tell();
  }

  #change(id: number, change: Partial<Exchange>): void {
    this.#exchanges = this.#exchanges.map((exchange) => (exchange.id === id ? { ...exchange, ...change } : exchange));
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
