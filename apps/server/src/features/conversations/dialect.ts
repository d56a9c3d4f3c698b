import type { AiDialect, AiSettings } from "../../config.ts";
import { currentDialect } from "./current-dialect.ts";
import { specificationDialect } from "./specification-dialect.ts";

/** What a model may call while it answers. Parameters are of the JSON schema that the service understands. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

export interface Setup {
  readonly ai: Pick<AiSettings, "model" | "voice">;
  /** What holds for the whole conversation. */
  readonly instructions: string;
  readonly tools: readonly Tool[];
  /** Resumes an earlier connection, if the service still knows it. */
  readonly resumeWith: string | null;
  /** Whether the turns of this connection are spoken. */
  readonly isSpoken: boolean;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type AiEvent =
  | { readonly kind: "ready" }
  | { readonly kind: "text"; readonly text: string }
  /** No more text of this turn will come. */
  | { readonly kind: "text-complete" }
  | { readonly kind: "tool-calls"; readonly calls: readonly ToolCall[] }
  /** The model has said everything; text of it may still come, unless it is complete. */
  | { readonly kind: "generation-complete" }
  /** The model has ended its turn. Some services wait for playback before they report it. */
  | { readonly kind: "turn-complete" }
  /** What the service understood of a spoken turn, in pieces. */
  | { readonly kind: "heard"; readonly text: string }
  /** The model's speech, in pieces: base64 of 24 kHz 16-bit mono PCM. */
  | { readonly kind: "sound"; readonly data: string }
  /** The service has broken the model's turn off. */
  | { readonly kind: "interrupted" }
  /** The service closes the connection soon. */
  | { readonly kind: "leaving" }
  | { readonly kind: "resumable"; readonly handle: string };

/** How a spoken turn is written: its beginning, its pieces, and its end. */
export interface SpeechDialect {
  begin(): object;
  /** @param data base64 of 16 kHz 16-bit mono PCM */
  say(data: string): object;
  end(): object;
}

/** How an AI service writes its messages. */
export interface Dialect {
  /** Null where spoken turns can't be understood before they are answered: nothing could be found for them. */
  readonly speech: SpeechDialect | null;
  /** The first message of a connection. */
  setUp(setup: Setup): object;
  /** A turn of the visitor. */
  ask(text: string): object;
  /** Null if the dialect has no tools. */
  answerCalls(answers: readonly { readonly call: ToolCall; readonly answer: object }[]): object | null;
  /** In order; empty for a message that says nothing of use. */
  read(message: Readonly<Record<string, unknown>>): AiEvent[];
  /** Whether rules and tools travel in the setup; otherwise the rules go with each question. */
  readonly hasInstructions: boolean;
}

const dialects: Readonly<Record<AiDialect, Dialect>> = { current: currentDialect, specification: specificationDialect };

export function chooseDialect(name: AiDialect): Dialect {
  return dialects[name];
}

/** Whether a service of this dialect takes spoken questions. */
export function canSpeak(name: AiDialect): boolean {
  return dialects[name].speech !== null;
}
