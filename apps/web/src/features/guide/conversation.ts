import type { LiveClient } from "./live-client.ts";
import type { LiveServerContent } from "./live-messages.ts";

/**
 * - `unsent`: kept here; it is sent when the connection is ready
 * - `sent`: an answer is awaited, or being given
 * - `answered`
 * - `unanswered`: it was sent, and the connection ended before the whole answer was here
 */
export type QuestionState = "unsent" | "sent" | "answered" | "unanswered";

export interface Exchange {
  readonly id: number;
  readonly question: string;
  readonly state: QuestionState;
  /** As far as it is here. */
  readonly answer: string;
}

export interface ConversationOptions {
  readonly createClient: (onContent: (content: LiveServerContent) => void) => LiveClient;
  /** What is sent for a question: asked at the moment of sending. */
  readonly toPrompt: (question: string) => string;
}

/** Questions and answers over the live AI. Nothing that was asked is lost when the connection is. */
export class Conversation {
  readonly client: LiveClient;
  readonly #toPrompt: ConversationOptions["toPrompt"];
  readonly #listeners = new Set<() => void>();
  readonly #unfollow: () => void;
  #exchanges: readonly Exchange[] = [];
  #askedCount = 0;

  constructor({ createClient, toPrompt }: ConversationOptions) {
    this.#toPrompt = toPrompt;
    this.client = createClient((content) => this.#receive(content));
    this.#unfollow = this.client.subscribe(() => this.#followConnection());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getExchanges = (): readonly Exchange[] => this.#exchanges;

  /** Keeps the question, and sends it as soon as the connection is ready. Connects where that was not done yet. */
  ask(question: string): void {
    this.#askedCount += 1;
    this.#exchanges = [...this.#exchanges, { id: this.#askedCount, question, state: "unsent", answer: "" }];
    this.#tell();
    this.#sendNext();
    if (this.client.getState().connection === "closed") this.connect();
  }

  /** Asks again what was sent and not answered. */
  askAgain(id: number): void {
    this.#change(id, { state: "unsent", answer: "" });
    this.#sendNext();
    if (this.client.getState().connection === "closed") this.connect();
  }

  connect(): void {
    // How it went is told by the client's state.
    this.client.connect().catch(() => {});
  }

  close(): void {
    this.#unfollow();
    this.#listeners.clear();
    this.client.disconnect();
  }

  // One at a time: an answer does not say which question it answers.
  #sendNext(): void {
    if (!this.client.getState().isReady || this.#exchanges.some(({ state }) => state === "sent")) return;
    const next = this.#exchanges.find(({ state }) => state === "unsent");
    if (next === undefined) return;
    if (this.client.sendContent([{ text: this.#toPrompt(next.question) }])) this.#change(next.id, { state: "sent" });
  }

  #receive({ modelTurn, turnComplete }: LiveServerContent): void {
    const current = this.#exchanges.find(({ state }) => state === "sent");
    if (current === undefined) return;
    const text = (modelTurn?.parts ?? []).map((part) => part.text ?? "").join("");
    this.#change(current.id, {
      answer: current.answer + text,
      ...(turnComplete ? { state: "answered" as const } : {}),
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
