import type { GuideNote } from "@blueprint/contract/conversations";
import type { LiveClient } from "./live-client.ts";
import type { LiveServerContent } from "./live-messages.ts";
import { SpokenQuestion } from "./spoken-question.ts";

/**
 * - `speaking`: being spoken
 * - `unsent`: queued until the connection is ready
 * - `sent`: waiting for an answer, or receiving one
 * - `answered`
 * - `unanswered`: sent, but the connection ended before the whole answer arrived
 */
export type QuestionState = "speaking" | "unsent" | "sent" | "answered" | "unanswered";

export interface Exchange {
  readonly id: number;
  /** Of a spoken question: what was understood of it so far. */
  readonly question: string;
  readonly isSpoken: boolean;
  /** Whether it was longer than a question may be. */
  readonly isCut?: boolean;
  readonly state: QuestionState;
  /** The part received so far. */
  readonly answer: string;
  /** From our own server's relay only: what the answer stands on. */
  readonly guide?: GuideNote;
}

/** Plays answers. */
export interface SoundOutput {
  /** @param data base64 of 24 kHz 16-bit mono PCM */
  play(data: string): void;
  /** The answer is complete. */
  end(): void;
  /** Falls silent at once. */
  clear(): void;
}

export interface ConversationOptions {
  readonly createClient: (onContent: (content: LiveServerContent) => void) => LiveClient;
  /** Builds the prompt for a question at the moment it is sent; left out, the question itself. */
  readonly toPrompt?: (question: string) => string;
  /** What the service has to know before it hears a spoken question; left out for our own server's relay, which knows. */
  readonly toSpokenLead?: () => string;
  /** Before each try to replace a lost connection while spoken words wait. */
  readonly reconnectMs?: readonly number[];
}

const defaultReconnectMs = [200, 500, 1_000, 2_000, 4_000, 8_000] as const;
/** Spoken questions with these answers can be sent again. */
const repeatableStates: readonly string[] = ["busy", "unavailable", "no-minutes", "interrupted"];

/** Questions and answers over the live AI. Keeps every question, written or spoken, when the connection drops. */
export class Conversation {
  readonly client: LiveClient;
  /** Where answers are heard; null for nowhere. */
  sound: SoundOutput | null = null;
  /** Names this conversation to our own server, which may then keep what is asked from now on; null if it may not. */
  transcriptId: string | null = null;
  readonly #toPrompt: (question: string) => string;
  readonly #toSpokenLead: (() => string) | null;
  readonly #reconnectMs: readonly number[];
  readonly #listeners = new Set<() => void>();
  readonly #unfollow: () => void;
  readonly #speech = new Map<number, SpokenQuestion>();
  /** Questions that an answer is due for, in the order in which they were sent. */
  #awaited: readonly number[] = [];
  /** When the last of them was sent. */
  #awaitedSinceMs = 0;
  #exchanges: readonly Exchange[] = [];
  #askedCount = 0;
  /** The question whose answer was heard last, and the one whose answer was silenced. */
  #heardId = 0;
  #silencedId = 0;
  #reconnectCount = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  constructor({
    createClient,
    toPrompt = (question) => question,
    toSpokenLead,
    reconnectMs = defaultReconnectMs,
  }: ConversationOptions) {
    this.#toPrompt = toPrompt;
    this.#toSpokenLead = toSpokenLead ?? null;
    this.#reconnectMs = reconnectMs;
    this.client = createClient((content) => this.#receive(content));
    this.#unfollow = this.client.subscribe(() => this.#followConnection());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getExchanges = (): readonly Exchange[] => this.#exchanges;

  /** Whether a lost connection is being replaced. */
  get isReconnecting(): boolean {
    return this.#reconnectTimer !== undefined;
  }

  /** Queues the question and sends it once the connection is ready. Connects if necessary. */
  ask(question: string): void {
    this.#add({ question, isSpoken: false, state: "unsent" });
    this.#continue();
  }

  /** Begins a spoken question. An answer that is awaited or heard gives way to it. Connects if necessary. */
  beginSpeech(): void {
    this.endSpeech();
    this.sound?.clear();
    this.#speech.set(this.#add({ question: "", isSpoken: true, state: "speaking" }), new SpokenQuestion());
    this.#continue();
  }

  /**
   * Goes on with the spoken question.
   * @param data base64 of 16 kHz 16-bit mono PCM
   * @returns false if it has become as long as a question may be, and has ended
   */
  speak(data: string): boolean {
    const speaking = this.#findSpeaking();
    if (speaking === undefined) return false;
    speaking.speech.add(data);
    this.#sendNext();
    if (!speaking.speech.isFull) return true;
    this.#change(speaking.id, { isCut: true });
    this.endSpeech();
    return false;
  }

  /** Ends the answer that is being heard; the rest of it is only read. */
  silence(): void {
    this.#silencedId = this.#heardId;
    this.sound?.clear();
  }

  endSpeech(): void {
    const speaking = this.#findSpeaking();
    if (speaking === undefined) return;
    speaking.speech.end();
    this.#change(speaking.id, { state: "unsent" });
    this.#sendNext();
  }

  canAskAgain({ id, state, guide, isSpoken }: Exchange): boolean {
    if (state === "unanswered") return true;
    return isSpoken && guide !== undefined && repeatableStates.includes(guide.state) && this.#speech.has(id);
  }

  /** Asks an unanswered question again. */
  askAgain(id: number): void {
    const { guide: _, ...exchange } = this.#exchanges.find((one) => one.id === id)!;
    this.#speech.get(id)?.rewind();
    this.#exchanges = this.#exchanges.map((one) =>
      one.id === id ? { ...exchange, state: "unsent", answer: "" } : one,
    );
    this.#tell();
    this.#continue();
  }

  connect(): void {
    this.#stopReconnecting();
    // The client's state reports the outcome.
    this.client.connect().catch(() => {});
  }

  close(): void {
    this.#stopReconnecting();
    this.sound?.clear();
    this.#unfollow();
    this.#listeners.clear();
    this.client.disconnect();
  }

  #add(exchange: Pick<Exchange, "question" | "isSpoken" | "state">): number {
    this.#askedCount += 1;
    this.#exchanges = [...this.#exchanges, { id: this.#askedCount, answer: "", ...exchange }];
    this.#tell();
    return this.#askedCount;
  }

  #continue(): void {
    this.#sendNext();
    if (this.client.getState().connection === "closed" && !this.isReconnecting) this.connect();
  }

  #findSpeaking(): { id: number; speech: SpokenQuestion } | undefined {
    const speaking = this.#exchanges.find(({ state }) => state === "speaking");
    return speaking && { id: speaking.id, speech: this.#speech.get(speaking.id)! };
  }

  // One at a time: an answer doesn't name the question it belongs to. Only somebody who speaks doesn't wait.
  #sendNext(): void {
    if (!this.client.getState().isReady) return;
    const isWaiting = ({ id, state }: Exchange) => (state === "unsent" || state === "speaking") && !this.#isSending(id);
    const next = this.#exchanges.find((one) => this.#isSending(one.id)) ?? this.#exchanges.find(isWaiting);
    if (next === undefined) return;
    const speech = this.#speech.get(next.id);
    if (speech !== undefined) this.#sendSpeech(next, speech);
    else if (
      this.#awaited.length === 0 &&
      this.client.sendContent([{ text: this.#toPrompt(next.question) }], true, this.transcriptId)
    ) {
      this.#await(next.id);
      this.#change(next.id, { state: "sent" });
    }
  }

  /** Whether a spoken question is on its way, but not yet whole. */
  #isSending(id: number): boolean {
    const speech = this.#speech.get(id);
    return speech?.hasBegunSending === true && !speech.isSent;
  }

  #sendSpeech({ id }: Exchange, speech: SpokenQuestion): void {
    const isBegun = this.#awaited.includes(id);
    // It ends the answer that was awaited when it began, but none to a question that had to be sent again since.
    if (!isBegun && this.#awaited.length > 0 && speech.beganAtMs < this.#awaitedSinceMs) return;
    speech.send(this.client, this.transcriptId, this.#toSpokenLead);
    if (!isBegun && speech.hasBegunSending) this.#await(id);
    if (speech.isSent) this.#change(id, { state: "sent" });
  }

  #await(id: number): void {
    this.#awaited = [...this.#awaited, id];
    this.#awaitedSinceMs = performance.now();
  }

  #receive({ modelTurn, turnComplete, guide, heard }: LiveServerContent): void {
    const current = this.#exchanges.find(({ id }) => id === this.#awaited[0]);
    if (current === undefined) return;
    const parts = modelTurn?.parts ?? [];
    const text = parts.map((part) => part.text ?? "").join("");
    this.#change(current.id, {
      answer: current.answer + text,
      ...(turnComplete ? { state: "answered" as const } : {}),
      ...(guide === undefined ? {} : { guide }),
      ...(heard === undefined ? {} : { question: heard }),
    });
    // Somebody who speaks has silenced earlier answers.
    const isOver = this.#exchanges.some(({ id, isSpoken }) => isSpoken && id > current.id);
    const isHeard = !isOver && current.id !== this.#silencedId;
    if (isHeard) this.#heardId = current.id;
    if (isHeard)
      for (const { inlineData } of parts) if (inlineData?.data !== undefined) this.sound?.play(inlineData.data);
    if (!turnComplete) return;
    if (isHeard) this.sound?.end();
    this.#awaited = this.#awaited.slice(1);
    if (guide === undefined || !repeatableStates.includes(guide.state)) this.#speech.delete(current.id);
    this.#sendNext();
  }

  #followConnection(): void {
    const { connection, isReady, failure } = this.client.getState();
    if (connection === "closed") this.#noteLost();
    if (isReady) this.#reconnectCount = 0;
    if (connection === "closed" && failure !== null && this.#hasWaitingSpeech()) this.#reconnect();
    this.#sendNext();
    this.#tell();
  }

  /** What was spoken is sent again as a whole; what was written, a person asks again. */
  #noteLost(): void {
    for (const id of this.#awaited) {
      const speech = this.#speech.get(id);
      speech?.rewind();
      const { state } = this.#exchanges.find((one) => one.id === id)!;
      if (speech === undefined) this.#change(id, { state: "unanswered" });
      else if (state === "sent") this.#change(id, { state: "unsent", answer: "" });
    }
    if (this.#awaited.length > 0) this.sound?.clear();
    this.#awaited = [];
  }

  #hasWaitingSpeech(): boolean {
    return this.#exchanges.some(({ isSpoken, state }) => isSpoken && (state === "speaking" || state === "unsent"));
  }

  #reconnect(): void {
    const waitMs = this.#reconnectMs[this.#reconnectCount];
    if (waitMs === undefined || this.isReconnecting) return;
    this.#reconnectCount += 1;
    this.#reconnectTimer = setTimeout(() => this.connect(), waitMs);
  }

  #stopReconnecting(): void {
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = undefined;
  }

  #change(id: number, change: Partial<Exchange>): void {
    this.#exchanges = this.#exchanges.map((exchange) => (exchange.id === id ? { ...exchange, ...change } : exchange));
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
