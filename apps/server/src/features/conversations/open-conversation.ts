import { setImmediate } from "node:timers/promises";
import type { Audience } from "@blueprint/contract/audiences";
import { conversationCloseCodes as closeCodes, type GuideState, speechRules } from "@blueprint/contract/conversations";
import type { RawData, WebSocket } from "ws";
import type { AppContext } from "../../platform/app-context.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { Asked } from "../guide/guide.service.ts";
import { countSpokenQuestion, readGuideSecondsLeft } from "../plans/guide-minutes.service.ts";
import { type ClientMessage, readClientMessage } from "./client-messages.ts";
import { isClosedPlace } from "./closed-place.ts";
import type { Conversation, GuideAnswer, SpokenAnswer } from "./conversation.ts";
import type { ConversationAdmission, ConversationSubject } from "./conversation-subject.ts";
import { SpokenTurn } from "./spoken-turn.ts";

/** Without a question. */
const idleMs = 15 * 60_000;
const queuedMax = 4;
const unavailable: GuideAnswer = { text: "", guide: { state: "unavailable", found: [] } };
const interrupted: GuideAnswer = { text: "", guide: { state: "interrupted", found: [] } };
/** Answers that the AI service worked for. */
const countedStates: readonly GuideState[] = ["answered", "unknown", "unheard"];
const { answerHz, answerMimeType, bytesPerSample } = speechRules;

export interface OpenOptions {
  readonly address: string;
  readonly subject: ConversationSubject;
  /** What the conversation may be about; it ends when its visitor is admitted as another audience. */
  readonly audience: Audience;
  /** Who asks, with their session as it is now. */
  readonly findActor: () => Promise<Actor | null>;
  readonly conversation: Conversation;
}

interface SpokenQuestion {
  readonly speech: SpokenTurn;
  /** The browser's; null until the question is whole. */
  id: string | null;
  /** Null while it is spoken. */
  endedAtMs: number | null;
  /** Of the conversation, if its visitor agrees to have it kept. */
  transcriptId: string | undefined;
}

interface WrittenQuestion {
  readonly text: string;
  readonly transcriptId: string | undefined;
}

interface QueuedQuestion {
  readonly question: WrittenQuestion | SpokenQuestion;
  /** Whether the visitor has begun to speak since. */
  isSuperseded: boolean;
}

/** One visitor's socket. */
export class OpenConversation {
  readonly address: string;
  readonly subject: ConversationSubject;
  readonly audience: Audience;
  readonly findActor: OpenOptions["findActor"];
  readonly #context: AppContext;
  readonly #socket: WebSocket;
  readonly #conversation: Conversation;
  #isSetUp = false;
  #queue: QueuedQuestion[] = [];
  /** The question that is being answered. */
  #current: QueuedQuestion | null = null;
  /** The question that is being spoken. */
  #spoken: SpokenQuestion | null = null;
  #askedAtMs: number;

  constructor(context: AppContext, socket: WebSocket, options: OpenOptions) {
    const { conversation } = options;
    this.address = options.address;
    this.subject = options.subject;
    this.audience = options.audience;
    this.findActor = options.findActor;
    this.#context = context;
    this.#socket = socket;
    this.#conversation = conversation;
    this.#askedAtMs = context.clock.monotonicMs();
    socket.on("message", (data) => this.#receive(data));
    socket.on("close", () => this.#end());
  }

  close(code: number, reason: string): void {
    this.#end();
    this.#socket.close(code, reason);
  }

  /** A question that was never ended doesn't keep a conversation open either. */
  closeIfIdle(nowMs: number): void {
    if (nowMs - this.#askedAtMs > idleMs) this.close(closeCodes.idle, "idle");
  }

  #end(): void {
    this.#queue = [];
    this.#spoken?.speech.end();
    this.#spoken = null;
    this.#conversation.close();
  }

  #receive(data: RawData): void {
    // Messages in flight when the socket was closed.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const message = readClientMessage(String(data));
    const isInPlace = message !== null && (message.kind !== "setup") === this.#isSetUp;
    if (!isInPlace || this.#queue.length >= queuedMax || !this.#take(message))
      this.close(closeCodes.messageRefused, "message-refused");
  }

  /** False for a message that doesn't belong here. */
  #take(message: ClientMessage): boolean {
    switch (message.kind) {
      case "setup":
        this.#isSetUp = true;
        this.#send({ setupResponse: {} });
        return true;
      case "question":
        this.#enqueue({ text: message.question, transcriptId: message.transcript });
        return true;
      case "speech": {
        const { speech } = this.#spoken ?? this.#beginSpoken();
        for (const piece of message.pieces) speech.add(piece);
        return true;
      }
      case "end-of-speech":
        if (this.#spoken === null) return false;
        this.#spoken.id = message.questionId;
        this.#spoken.transcriptId = message.transcript;
        this.#spoken.speech.end();
        this.#spoken = null;
        return true;
    }
  }

  /** Somebody who speaks doesn't wait for earlier answers. */
  #beginSpoken(): SpokenQuestion {
    const spoken: SpokenQuestion = {
      ...{ speech: new SpokenTurn(), id: null, endedAtMs: null },
      transcriptId: undefined,
    };
    const { ended } = spoken.speech;
    ended.addEventListener("abort", () => (spoken.endedAtMs = this.#context.clock.monotonicMs()), { once: true });
    this.#spoken = spoken;
    for (const asked of this.#queue) asked.isSuperseded = true;
    if (this.#current !== null) {
      this.#current.isSuperseded = true;
      this.#conversation.interrupt();
    }
    this.#enqueue(spoken);
    return spoken;
  }

  #enqueue(question: WrittenQuestion | SpokenQuestion): void {
    this.#askedAtMs = this.#context.clock.monotonicMs();
    this.#queue.push({ question, isSuperseded: false });
    if (this.#current === null) void this.#answerAll();
  }

  async #answerAll(): Promise<void> {
    for (this.#current = this.#next(); this.#current !== null; this.#current = this.#next()) {
      const asked = this.#current;
      try {
        const admitted = await this.subject.admit(await this.findActor());
        if (admitted?.audience !== this.audience) this.close(closeCodes.placeClosed, "place-closed");
        else if (asked.isSuperseded) await this.#skip(asked.question, admitted);
        else await this.#answer(asked.question, admitted);
      } catch (error) {
        this.#context.log.error({ err: error }, "a question to a place's guide could not be answered");
        if (isSpoken(asked.question)) await whenEnded(asked.question.speech);
        this.#sendAnswer(unavailable);
      }
    }
  }

  #next(): QueuedQuestion | null {
    return this.#queue.shift() ?? null;
  }

  async #answer(question: WrittenQuestion | SpokenQuestion, admitted: ConversationAdmission): Promise<void> {
    try {
      if (!isSpoken(question)) {
        const askedAtMs = this.#context.clock.monotonicMs();
        const answer = await this.#conversation.ask(question.text, admitted.place);
        this.#sendAnswer(answer);
        const asked = { channel: "written", question: question.text, outcome: answer.guide.state } as const;
        await this.#note(admitted, { ...asked, ...toKept(question.transcriptId, answer) }, askedAtMs);
      } else {
        const answer = await this.#answerAloud(question, admitted);
        await this.#sendAloud(answer);
        const { guide, heard } = answer;
        const asked = { channel: "spoken", question: heard, outcome: guide.state } as const;
        await this.#note(admitted, { ...asked, ...toKept(question.transcriptId, answer) }, question.endedAtMs);
      }
    } catch (error) {
      if (!isClosedPlace(error)) throw error;
      this.close(closeCodes.placeClosed, "place-closed");
    }
  }

  async #skip(question: WrittenQuestion | SpokenQuestion, admitted: ConversationAdmission): Promise<void> {
    this.#sendAnswer(interrupted);
    const channel = isSpoken(question) ? "spoken" : "written";
    await this.#note(admitted, { channel, question: "", outcome: "interrupted" }, null);
  }

  async #answerAloud(question: SpokenQuestion, admitted: ConversationAdmission): Promise<SpokenAnswer> {
    const { speech } = question;
    if ((await readGuideSecondsLeft(this.#context, admitted)) === 0) {
      await whenEnded(speech);
      return { text: "", guide: { state: "no-minutes", found: [] }, sounds: [], heard: "" };
    }
    const answer = await this.#conversation.askAloud(speech, admitted.place, (heard) => this.#send({ heard }));
    await whenEnded(speech);
    if (countedStates.includes(answer.guide.state)) {
      // A question that was cut at its longest may not have been ended by the browser yet.
      const id = question.id ?? this.#context.ids.uuid();
      const seconds = Math.ceil(speech.seconds + sumSeconds(answer.sounds));
      await countSpokenQuestion(this.#context, admitted, { id, seconds });
    }
    return answer;
  }

  /** @param sinceMs when the question was whole */
  #note(admitted: ConversationAdmission, asked: Omit<Asked, "tookMs">, sinceMs: number | null): Promise<void> {
    const nowMs = this.#context.clock.monotonicMs();
    return admitted.note({ ...asked, tookMs: nowMs - (sinceMs ?? nowMs) });
  }

  /** Speech of other visitors, which must not wait, is passed on between the sounds of an answer. */
  async #sendAloud({ text, guide, sounds, heard }: SpokenAnswer): Promise<void> {
    this.#send({ heard });
    if (text !== "") this.#send({ serverContent: { modelTurn: { parts: [{ text }] } } });
    for (const data of sounds) {
      this.#send({ serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: answerMimeType, data } }] } } });
      await setImmediate();
    }
    this.#send({ serverContent: { turnComplete: true }, guide });
  }

  #sendAnswer({ text, guide }: GuideAnswer): void {
    this.#send({
      serverContent: { ...(text === "" ? {} : { modelTurn: { parts: [{ text }] } }), turnComplete: true },
      guide,
    });
  }

  /** As binary, like the provider (spec §7): browsers receive a blob. */
  #send(message: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(Buffer.from(JSON.stringify(message)));
  }
}

function isSpoken(question: WrittenQuestion | SpokenQuestion): question is SpokenQuestion {
  return "speech" in question;
}

function toKept(transcriptId: string | undefined, { text, guide }: GuideAnswer): Pick<Asked, "kept"> {
  if (transcriptId === undefined) return {};
  const sources = guide.state === "answered" ? guide.sources : [];
  return {
    kept: {
      transcriptId,
      answer: text,
      sources: sources.map(({ kind, id, title, page }) => ({
        kind,
        id,
        title,
        ...(page === undefined ? {} : { page }),
      })),
    },
  };
}

function sumSeconds(sounds: readonly string[]): number {
  return sounds.reduce((sum, data) => sum + Buffer.byteLength(data, "base64"), 0) / (answerHz * bytesPerSample);
}

/** What is still said of a question that can't be answered must not be taken for the next one. */
function whenEnded({ ended }: SpokenTurn): Promise<void> {
  return new Promise((resolve) => {
    if (ended.aborted) resolve();
    else ended.addEventListener("abort", () => resolve(), { once: true });
  });
}
