import type { GuideNote, GuideState } from "@blueprint/contract/conversations";
import { type FoundPassage, parseGuideLanguages, questionCharactersMax } from "@blueprint/contract/guide";
import type { AiSettings } from "../../config.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { Note } from "../guide/guide.service.ts";
import type { AskedPlace } from "../guide/place-knowledge.service.ts";
import { type AiAnswer, AiConnection, type AiQuestion, defaultPatience } from "./ai-connection.ts";
import { AiFailure } from "./ai-socket.ts";
import { checkAnswer } from "./check-answer.ts";
import type { ToolCall } from "./dialect.ts";
import {
  type AnsweredQuestion,
  type Manner,
  type NumberedNote,
  toInstructions,
  toNoteLine,
  toolNames,
  tools,
  toPrompt,
  toSpokenInstructions,
} from "./prompt.ts";
import type { SpokenTurn } from "./spoken-turn.ts";

const questionsPerMinuteMax = 12;
const searchesPerQuestionMax = 3;
/** Notes that one question gives, and those that its conversation has given in all. */
const notesPerQuestionMax = 12;
const notesMax = 400;
const rememberedMax = 6;

/** The answer to a question: text that holds, and what it stands on. */
export interface GuideAnswer {
  readonly text: string;
  readonly guide: GuideNote;
}

export interface SpokenAnswer extends GuideAnswer {
  /** The text as speech: base64 of 24 kHz 16-bit mono PCM, in pieces; none for an answer that doesn't hold. */
  readonly sounds: readonly string[];
  /** What was understood of the question. */
  readonly heard: string;
}

type Unanswered = Exclude<GuideState, "answered">;

/** A visitor's conversation with a place's guide, in writing and aloud: one question at a time. */
export class Conversation {
  readonly #context: AppContext;
  readonly #written: AiConnection;
  readonly #aloud: AiConnection;
  /** Numbers stay the same throughout a conversation, because the model remembers them. */
  readonly #numbers = new Map<string, number>();
  readonly #said: AnsweredQuestion[] = [];
  #lastCited: readonly NumberedNote[] = [];
  /** The one that knows what was said last. */
  #lastUsed: AiConnection;
  #edition: string | null = null;
  #manner: Manner = { wishes: "", languages: [] };
  #askedAtMs: number[] = [];

  constructor(context: AppContext, ai: AiSettings) {
    this.#context = context;
    const { log } = context;
    this.#written = new AiConnection(ai, { tools, isSpoken: false, log }, defaultPatience);
    this.#aloud = new AiConnection(ai, { tools, isSpoken: true, log }, defaultPatience);
    this.#lastUsed = this.#written;
  }

  close(): void {
    this.#written.close();
    this.#aloud.close();
  }

  /** Ends the answer that is being found: its state is `interrupted`. */
  interrupt(): void {
    this.#written.interrupt();
    this.#aloud.interrupt();
  }

  /**
   * Finds what the place says about a question, has it put into words, and checks those.
   * @param place what the visitor may see now
   * @throws AppError blueprint-not-published
   */
  async ask(question: string, place: AskedPlace): Promise<GuideAnswer> {
    await this.#begin(place);
    const found = await place.find(question);
    if (!this.#mayAsk()) return withoutAnswer("busy", found);
    // "And on Sundays?" is about what was said before.
    const given = this.#giveNotes([...found, ...this.#lastCited].slice(0, notesPerQuestionMax));
    // Nothing to quote: there is nothing that a model could add.
    if (given.length === 0) return withoutAnswer("unknown", found);
    const turn = new Turn(given, async (words) => this.#giveNotes(await place.find(words)));
    const toText = (isRemembered: boolean) => {
      turn.restart();
      return toPrompt(question, given, {
        before: this.#listSaidBefore(this.#written, isRemembered),
        ownInstructions: this.#written.hasInstructions ? "" : toInstructions(this.#manner),
      });
    };
    const answer = await this.#getAnswer(this.#written, { toText }, turn);
    if (typeof answer === "string") return withoutAnswer(answer, found);
    return this.#judge(question, answer.text, turn) ?? withoutAnswer("unknown", found);
  }

  /**
   * Has a spoken question understood and answered aloud. The model searches the place by itself, because nobody else
   * knows the question before.
   * @param onHeard called with everything understood so far
   * @throws AppError blueprint-not-published
   */
  async askAloud(speech: SpokenTurn, place: AskedPlace, onHeard: (text: string) => void): Promise<SpokenAnswer> {
    await this.#begin(place);
    const refuse = async (state: Unanswered, heard = ""): Promise<SpokenAnswer> => {
      const found = heard === "" ? [] : await place.find(heard.slice(0, questionCharactersMax));
      return { ...withoutAnswer(state, found), sounds: [], heard };
    };
    if (!this.#mayAsk()) return refuse("busy");
    const given = this.#giveNotes(this.#lastCited.slice(0, notesPerQuestionMax));
    const turn = new Turn(given, async (words) => this.#giveNotes(await place.find(words)));
    let heardSoFar = "";
    const answer = await this.#getAnswer(
      this.#aloud,
      {
        speech,
        start: (isRemembered) => turn.restart(this.#listSaidBefore(this.#aloud, isRemembered)),
        onHeard: (text) => {
          // A question that is sent again is understood again, from its first word.
          if (text.length < heardSoFar.length) return;
          heardSoFar = text;
          onHeard(text.trim());
        },
      },
      turn,
    );
    if (typeof answer === "string") return refuse(answer, heardSoFar.trim());
    const heard = answer.heard.trim();
    const held = this.#judge(heard, answer.text, turn);
    if (held !== null) return { ...held, sounds: answer.sounds, heard };
    return refuse(heard === "" ? "unheard" : "unknown", heard);
  }

  async #begin(place: AskedPlace): Promise<void> {
    const edition = await place.readEdition();
    if (this.#edition !== edition || this.#numbers.size > notesMax) this.#forget();
    if (this.#edition === edition) return;
    const { guideInstructions, guideLanguages, guideVoice } = await place.readManner();
    this.#manner = { wishes: guideInstructions, languages: parseGuideLanguages(guideLanguages) };
    this.#written.instruct(toInstructions(this.#manner));
    this.#aloud.instruct(toSpokenInstructions(this.#manner), guideVoice);
    this.#edition = edition;
  }

  async #getAnswer(ai: AiConnection, question: AiQuestion, turn: Turn): Promise<AiAnswer | Unanswered> {
    try {
      const answer = await ai.ask(question, (calls) => turn.answerCalls(calls));
      this.#lastUsed = ai;
      return answer;
    } catch (error) {
      if (error instanceof AiFailure) return error.reason;
      throw error;
    }
  }

  #listSaidBefore(ai: AiConnection, isRemembered: boolean): readonly AnsweredQuestion[] {
    return isRemembered && this.#lastUsed === ai ? [] : this.#said;
  }

  /** Null for an answer that doesn't hold. */
  #judge(question: string, answer: string, turn: Turn): GuideAnswer | null {
    const checked = checkAnswer(answer, turn.cited, turn.given);
    if (!checked.isHeld) return null;
    this.#lastCited = checked.cited;
    this.#said.push({ question, answer: checked.text });
    if (this.#said.length > rememberedMax) this.#said.shift();
    const sources = toSources(checked.cited);
    const show = turn.shown?.found;
    const shown = show === undefined ? {} : { show, ...(turn.isWayShown ? { isWay: true as const } : {}) };
    return { text: checked.text, guide: { state: "answered", sources, ...shown } };
  }

  /** What an earlier version said may be wrong by now. A very long conversation starts to count its notes again. */
  #forget(): void {
    this.#numbers.clear();
    this.#said.length = 0;
    this.#lastCited = [];
    this.#written.forget();
    this.#aloud.forget();
  }

  #mayAsk(): boolean {
    const nowMs = this.#context.clock.monotonicMs();
    this.#askedAtMs = this.#askedAtMs.filter((atMs) => nowMs - atMs < 60_000);
    if (this.#askedAtMs.length >= questionsPerMinuteMax) return false;
    this.#askedAtMs.push(nowMs);
    return true;
  }

  #giveNotes(notes: readonly Note[]): NumberedNote[] {
    const numbered = new Map<number, NumberedNote>();
    for (const note of notes) {
      const { kind, id, language = "" } = note.found;
      const key = JSON.stringify([kind, id, language, note.text]);
      const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
      this.#numbers.set(key, number);
      numbered.set(number, { ...note, number });
    }
    return [...numbered.values()];
  }
}

function withoutAnswer(state: Unanswered, found: readonly Note[]): GuideAnswer {
  return { text: "", guide: { state, found: found.map((note) => note.found) } };
}

/** Several passages of one thing are one source. */
function toSources(cited: readonly NumberedNote[]): FoundPassage[] {
  const byObject = new Map(cited.map(({ found }) => [`${found.kind} ${found.id} ${found.page ?? ""}`, found]));
  return [...byObject.values()];
}

/** What the model may use, and what it called for, while it answers one question. */
class Turn {
  /** In order; a try that failed leaves nothing. */
  cited: number[] = [];
  shown: NumberedNote | null = null;
  /** Whether the way to it is wanted. */
  isWayShown = false;
  given: NumberedNote[];
  readonly #first: readonly NumberedNote[];
  readonly #search: (words: string) => Promise<NumberedNote[]>;
  #searches = 0;
  #saidBefore: readonly AnsweredQuestion[] = [];

  constructor(given: readonly NumberedNote[], search: (words: string) => Promise<NumberedNote[]>) {
    this.#first = given;
    this.given = [...given];
    this.#search = search;
  }

  /** @param saidBefore what the model can only learn from the answer to its first search */
  restart(saidBefore: readonly AnsweredQuestion[] = []): void {
    this.#saidBefore = saidBefore;
    this.cited = [];
    this.shown = null;
    this.isWayShown = false;
    this.given = [...this.#first];
    this.#searches = 0;
  }

  async answerCalls(calls: readonly ToolCall[]): Promise<object[]> {
    const answers: object[] = [];
    for (const call of calls) answers.push(await this.#answerCall(call));
    return answers;
  }

  /** Models repeat a call whose answer says nothing. */
  async #answerCall({ name, args }: ToolCall): Promise<object> {
    switch (name) {
      case toolNames.cite:
        this.cited.push(...(Array.isArray(args.notes) ? args.notes : []).map(Number));
        return { status: "ok", message: "Cited. Now answer." };
      case toolNames.show:
      case toolNames.showWay: {
        const note = this.given.find(({ number }) => number === Number(args.note));
        if (note === undefined) return refuse("There is no note with this number.");
        this.shown = note;
        this.isWayShown = name === toolNames.showWay;
        return { status: "ok", message: "The visitor sees it when your answer ends." };
      }
      case toolNames.search: {
        if (typeof args.words !== "string" || args.words.trim() === "")
          return refuse("There are no words to search for.");
        this.#searches += 1;
        if (this.#searches > searchesPerQuestionMax) return refuse("Answer with the notes that you have.");
        const found = await this.#search(args.words.slice(0, 300));
        this.given.push(...found.filter(({ number }) => !this.given.some((one) => one.number === number)));
        const saidBefore = this.#searches === 1 ? this.#saidBefore : [];
        return {
          status: "ok",
          message: found.length === 0 ? "No notes." : "Notes:",
          notes: found.map(toNoteLine),
          ...(saidBefore.length === 0 ? {} : { saidBefore }),
        };
      }
      default:
        return refuse("There is no such tool.");
    }
  }
}

function refuse(message: string): object {
  return { status: "error", retryable: false, message };
}
