import { setTimeout as wait } from "node:timers/promises";
import type { AiSettings } from "../../config.ts";
import type { Logger } from "../../platform/app-context.ts";
import { AiFailure, AiSocket } from "./ai-socket.ts";
import { type AiEvent, chooseDialect, type Dialect, type Tool, type ToolCall } from "./dialect.ts";
import type { SpokenTurn } from "./spoken-turn.ts";

export interface AiPatience {
  /** Until a connection is set up. */
  readonly connectMs: number;
  /** Without any message while an answer is due. */
  readonly silentMs: number;
  /** For text that comes after the end of its turn. */
  readonly lateTextMs: number;
  /** For a whole answer. */
  readonly answerMs: number;
  /** For a visitor to end a spoken question, interruptions of the line included. */
  readonly speakMs: number;
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
  speakMs: 45_000,
  retryMs: 300,
  idleMs: 120_000,
};

const triesMax = 3;
/** Somebody may still be speaking while connections are lost. */
const spokenTriesMax = 12;
const retryMsMax = 1_000;
const answerCharactersMax = 16_000;
/** Characters of base64: about a minute of speech. */
const soundCharactersMax = 4_000_000;

/** Answers tool calls, in order. */
export type AnswerCalls = (calls: readonly ToolCall[]) => Promise<readonly object[]>;

export type AiQuestion =
  | {
      /** @param isRemembered whether the service remembers the conversation so far */
      readonly toText: (isRemembered: boolean) => string;
    }
  | {
      readonly speech: SpokenTurn;
      /** Called with each try. */
      readonly start: (isRemembered: boolean) => void;
      /** Called with everything understood so far. */
      readonly onHeard: (text: string) => void;
    };

export interface AiAnswer {
  readonly text: string;
  /** Base64 of 24 kHz 16-bit mono PCM, in pieces. */
  readonly sounds: readonly string[];
  /** What the service understood of a spoken question. */
  readonly heard: string;
}

interface AiConnectionOptions {
  readonly tools: readonly Tool[];
  /** Whether its questions are spoken. */
  readonly isSpoken: boolean;
  readonly log: Logger;
}

/**
 * One conversation with an AI service over as many connections as it takes. Each is opened when something is asked, and
 * resumes the one before where the service can. The key leaves this process only towards the service.
 */
export class AiConnection {
  readonly #ai: AiSettings;
  readonly #dialect: Dialect;
  readonly #options: AiConnectionOptions;
  readonly #patience: AiPatience;
  #open: AiSocket | null = null;
  #resumeWith: string | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isInterrupted = false;
  #instructions = "";
  #voice: string;

  constructor(ai: AiSettings, options: AiConnectionOptions, patience: AiPatience) {
    this.#ai = ai;
    this.#voice = ai.voice;
    this.#dialect = chooseDialect(ai.dialect);
    this.#options = options;
    this.#patience = patience;
  }

  /**
   * What holds for every connection that is opened from now on.
   * @param voice one that the installation offers; any other stands for its own
   */
  instruct(instructions: string, voice = ""): void {
    this.#instructions = instructions;
    this.#voice = this.#ai.voices.includes(voice) ? voice : this.#ai.voice;
  }

  /** Whether the service got the instructions and tools with the setup. */
  get hasInstructions(): boolean {
    return this.#dialect.hasInstructions;
  }

  /**
   * Asks and waits for the whole answer; one question at a time. A lost connection is replaced, and the question asked
   * again from its beginning.
   * @throws AiFailure
   */
  async ask(question: AiQuestion, answerCalls: AnswerCalls): Promise<AiAnswer> {
    clearTimeout(this.#idleTimer);
    this.#isInterrupted = false;
    const isSpoken = "speech" in question;
    const { answerMs, speakMs, retryMs } = this.#patience;
    const signal = AbortSignal.timeout(answerMs + (isSpoken ? speakMs : 0));
    const attemptsMax = isSpoken ? spokenTriesMax : triesMax;
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#runTurn(await this.#connect(), question, answerCalls, signal);
        } catch (error) {
          this.#drop();
          if (this.#isInterrupted) throw new AiFailure("interrupted", "The visitor has asked something else.");
          const mayRetry = attempt < attemptsMax && !this.#isClosed && !signal.aborted;
          if (!mayRetry || !(error instanceof AiFailure) || !error.isLost) throw error;
          await wait(Math.min(retryMsMax, retryMs * attempt));
        }
      }
    } finally {
      if (!this.#isClosed) this.#idleTimer = setTimeout(() => this.#drop(), this.#patience.idleMs).unref();
    }
  }

  /** Ends the answer that is being given, if any: its `ask` fails. The conversation goes on with the next one. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.#drop();
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

  async #connect(): Promise<AiSocket> {
    if (this.#isClosed || this.#isInterrupted) throw new AiFailure("unavailable", "The conversation has ended.");
    // One that is about to be closed is left before it cuts an answer off.
    if (this.#open?.isUsable) return this.#open;
    this.#drop();
    const { tools, isSpoken, log } = this.#options;
    const ai = { ...this.#ai, voice: this.#voice };
    const setup = { ai, instructions: this.#instructions, tools, isSpoken, resumeWith: this.#resumeWith };
    const open = new AiSocket(this.#ai, this.#dialect, this.#resumeWith !== null, log);
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

  async #runTurn(
    open: AiSocket,
    question: AiQuestion,
    answerCalls: AnswerCalls,
    signal: AbortSignal,
  ): Promise<AiAnswer> {
    const speech = "speech" in question ? question.speech : null;
    const stopSending = this.#send(open, question);
    const { silentMs, lateTextMs } = this.#patience;
    const answer = { text: "", sounds: [] as string[], heard: "" };
    let soundCharacters = 0;
    let isTurnComplete = false;
    let isTextComplete = false;
    try {
      while (!isTurnComplete || !isTextComplete || (speech !== null && answer.heard === "")) {
        const isSpeaking = speech !== null && !speech.isEnded;
        const patience = isSpeaking ? speech.ended : AbortSignal.timeout(isTurnComplete ? lateTextMs : silentMs);
        const event = await open.next(AbortSignal.any([signal, patience]));
        if (event === null) {
          if (isSpeaking && speech.isEnded && !signal.aborted) continue;
          if (isTurnComplete) break;
          throw new AiFailure("unavailable", "The AI service didn't answer in time.");
        }
        this.#note(event);
        if (event.kind === "text") answer.text += event.text;
        if (event.kind === "text-complete") isTextComplete = true;
        if (event.kind === "generation-complete" && (answer.text !== "" || answer.sounds.length > 0)) {
          isTurnComplete = true;
          open.owesTurnEnd = true;
        }
        if (event.kind === "turn-complete") {
          // Of this turn or of the one before.
          if (!open.owesTurnEnd) isTurnComplete = true;
          open.owesTurnEnd = false;
        }
        if (event.kind === "heard") {
          answer.heard += event.text;
          if ("onHeard" in question) question.onHeard(answer.heard);
        }
        if (event.kind === "sound" && speech !== null) {
          answer.sounds.push(event.data);
          soundCharacters += event.data.length;
        }
        if (answer.text.length + answer.heard.length > answerCharactersMax || soundCharacters > soundCharactersMax)
          throw new AiFailure("unavailable", "The answer has no end.");
        // What is interrupted while an end is owed is the silence after an earlier turn.
        const isBrokenOff = event.kind === "interrupted" && !open.owesTurnEnd;
        if (isBrokenOff || (event.kind === "leaving" && isSpeaking))
          throw new AiFailure("unavailable", "The AI service broke a turn off.", { isLost: true });
        if (event.kind === "tool-calls") {
          // There is more to come.
          isTurnComplete = false;
          isTextComplete = false;
          const answers = await answerCalls(event.calls);
          const message = this.#dialect.answerCalls(
            event.calls.map((call, index) => ({ call, answer: answers[index]! })),
          );
          if (message !== null) open.send(message);
        }
      }
    } finally {
      stopSending();
    }
    open.isRemembered = true;
    return answer;
  }

  /** @returns how to stop sending a question that isn't whole yet */
  #send(open: AiSocket, question: AiQuestion): () => void {
    if (!("speech" in question)) {
      open.send(this.#dialect.ask(question.toText(open.isRemembered)));
      return () => {};
    }
    const words = this.#dialect.speech;
    if (words === null) throw new AiFailure("unavailable", "The AI service takes no spoken questions.");
    question.start(open.isRemembered);
    open.send(words.begin());
    const stopFollowing = question.speech.follow((data) => open.send(words.say(data)));
    const { ended } = question.speech;
    const end = () => open.send(words.end());
    if (ended.aborted) end();
    else ended.addEventListener("abort", end, { once: true });
    return () => {
      stopFollowing();
      ended.removeEventListener("abort", end);
    };
  }

  #note(event: AiEvent): void {
    if (event.kind === "resumable") this.#resumeWith = event.handle;
  }
}
