import type { GuideNote } from "@blueprint/contract/conversations";
import type { FoundPassage } from "@blueprint/contract/guide";
import type { AiSettings } from "../../config.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { type AdmittedVersion, findNotes, type KnowledgeMemory, type Note } from "../guide/guide.service.ts";
import { AiConnection, AiFailure, defaultPatience } from "./ai-connection.ts";
import { checkAnswer } from "./check-answer.ts";
import type { ToolCall } from "./dialect.ts";
import {
  type AnsweredQuestion,
  instructions,
  type NumberedNote,
  toNoteLine,
  toolNames,
  tools,
  toPrompt,
} from "./prompt.ts";

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

/** A visitor's conversation with a place's guide: one question at a time. */
export class Conversation {
  readonly #context: AppContext;
  readonly #sets: KnowledgeMemory;
  readonly #ai: AiConnection;
  /** Numbers stay the same throughout a conversation, because the model remembers them. */
  readonly #numbers = new Map<string, number>();
  readonly #said: AnsweredQuestion[] = [];
  #lastCited: readonly NumberedNote[] = [];
  #version: number | null = null;
  #askedAtMs: number[] = [];

  constructor(context: AppContext, ai: AiSettings, sets: KnowledgeMemory) {
    this.#context = context;
    this.#sets = sets;
    this.#ai = new AiConnection(ai, { instructions, tools, log: context.log }, defaultPatience);
  }

  close(): void {
    this.#ai.close();
  }

  /**
   * Finds what the place says about a question, has it put into words, and checks those.
   * @param admitted what the visitor may see now
   * @throws AppError blueprint-not-published
   */
  async ask(question: string, admitted: AdmittedVersion): Promise<GuideAnswer> {
    const { version } = admitted;
    const find = (words: string) => findNotes(this.#context, this.#sets, admitted, words);
    if (this.#version !== version || this.#numbers.size > notesMax) this.#forget();
    this.#version = version;
    const found = await find(question);
    const withoutAnswer = (state: "unknown" | "busy" | "unavailable"): GuideAnswer => ({
      text: "",
      guide: { state, found: found.map((note) => note.found) },
    });
    if (!this.#mayAsk()) return withoutAnswer("busy");
    // "And on Sundays?" is about what was said before.
    const given = this.#giveNotes([...found, ...this.#lastCited].slice(0, notesPerQuestionMax));
    // Nothing to quote: there is nothing that a model could add.
    if (given.length === 0) return withoutAnswer("unknown");
    const turn = new Turn(given, async (words) => this.#giveNotes(await find(words)));
    let answer: string;
    try {
      answer = await this.#ai.ask(
        (isRemembered) => {
          turn.restart();
          return toPrompt(question, given, {
            before: isRemembered ? [] : this.#said,
            withInstructions: !this.#ai.hasInstructions,
          });
        },
        (calls) => turn.answerCalls(calls),
      );
    } catch (error) {
      if (error instanceof AiFailure) return withoutAnswer(error.reason);
      throw error;
    }
    const checked = checkAnswer(answer, turn.cited, turn.given);
    if (!checked.isHeld) return withoutAnswer("unknown");
    this.#lastCited = checked.cited;
    this.#said.push({ question, answer: checked.text });
    if (this.#said.length > rememberedMax) this.#said.shift();
    const sources = toSources(checked.cited);
    const show = turn.shown?.found;
    return { text: checked.text, guide: { state: "answered", sources, ...(show === undefined ? {} : { show }) } };
  }

  /** What an earlier version said may be wrong by now. A very long conversation starts to count its notes again. */
  #forget(): void {
    this.#numbers.clear();
    this.#said.length = 0;
    this.#lastCited = [];
    this.#ai.forget();
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
  given: NumberedNote[];
  readonly #first: readonly NumberedNote[];
  readonly #search: (words: string) => Promise<NumberedNote[]>;
  #searches = 0;

  constructor(given: readonly NumberedNote[], search: (words: string) => Promise<NumberedNote[]>) {
    this.#first = given;
    this.given = [...given];
    this.#search = search;
  }

  restart(): void {
    this.cited = [];
    this.shown = null;
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
      case toolNames.show: {
        const note = this.given.find(({ number }) => number === Number(args.note));
        if (note === undefined) return refuse("There is no note with this number.");
        this.shown = note;
        return { status: "ok", message: "The visitor sees it when your answer ends." };
      }
      case toolNames.search: {
        if (typeof args.words !== "string" || args.words.trim() === "")
          return refuse("There are no words to search for.");
        this.#searches += 1;
        if (this.#searches > searchesPerQuestionMax) return refuse("Answer with the notes that you have.");
        const found = await this.#search(args.words.slice(0, 300));
        this.given.push(...found.filter(({ number }) => !this.given.some((one) => one.number === number)));
        return { status: "ok", message: found.length === 0 ? "No notes." : "Notes:", notes: found.map(toNoteLine) };
      }
      default:
        return refuse("There is no such tool.");
    }
  }
}

function refuse(message: string): object {
  return { status: "error", retryable: false, message };
}
