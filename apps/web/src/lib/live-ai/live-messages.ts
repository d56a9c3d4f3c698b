import { type GuideNote, readGuideNote } from "@blueprint/contract/conversations";
import { liveAiConstants, toLiveSetup } from "@blueprint/contract/spec-constants";

export interface LivePart {
  readonly text?: string;
  readonly inlineData?: { readonly mimeType?: string; readonly data?: string };
}

/** The model's output in pieces. `turnComplete` arrives with or after the last piece. */
export interface LiveServerContent {
  readonly modelTurn?: { readonly parts?: readonly LivePart[] };
  readonly turnComplete?: boolean;
  /** From our own server's relay only: what the answer stands on. */
  readonly guide?: GuideNote;
  /** From our own server's relay only: all that was understood of a spoken question so far. */
  readonly heard?: string;
}

export type LiveServerMessage =
  | { readonly kind: "setup-complete" }
  | { readonly kind: "content"; readonly content: LiveServerContent };

const { audioSampleRateHz, voiceName } = liveAiConstants;

// spec §7: audio is 16 kHz 16-bit PCM by default. In the provider's MIME type, "pcm" implies 16 bits.
export const defaultAudioMimeType: string = `audio/pcm;rate=${audioSampleRateHz}`;

/** The first message of a connection, exactly as in spec §7. */
export const setupMessage = toLiveSetup("gemini-2.0-flash-exp", voiceName);

export function toClientContentMessage(parts: readonly LivePart[], turnComplete: boolean) {
  return { clientContent: { turns: [{ role: "user", parts }], turnComplete } } as const;
}

/** For our own server's relay: the conversation, by its id, may be kept. */
export function withTranscript<Message extends object>(message: Message, transcript: string | null) {
  return transcript === null ? message : { ...message, transcript };
}

/** Ends a turn whose parts were sent before. */
export const endOfTurnMessage = { clientContent: { turns: [], turnComplete: true } } as const;

/** Ends a spoken question, for our own server's relay. @param question names it; the same when it is sent again */
export function toEndOfSpeechMessage(question: string) {
  return { ...endOfTurnMessage, question } as const;
}

export interface MediaChunk {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

export function toRealtimeInputMessage(mediaChunks: readonly MediaChunk[]) {
  return { realtimeInput: { mediaChunks } } as const;
}

/**
 * Parses a server message; empty if it contains nothing we use. The specification's service answers the setup with
 * `setupResponse`, the provider's with `setupComplete`: both mean the same.
 * @throws SyntaxError for invalid JSON
 */
export function readServerMessage(text: string): LiveServerMessage[] {
  const message: unknown = JSON.parse(text);
  if (!isRecord(message)) return [];
  const said: LiveServerMessage[] = [];
  if ("setupResponse" in message || "setupComplete" in message) said.push({ kind: "setup-complete" });
  if (typeof message.heard === "string") said.push({ kind: "content", content: { heard: message.heard } });
  if (isRecord(message.serverContent)) {
    const guide = readGuideNote(message.guide);
    const content = toContent(message.serverContent);
    said.push({ kind: "content", content: guide === undefined ? content : { ...content, guide } });
  }
  return said;
}

function toContent(content: Record<string, unknown>): LiveServerContent {
  const parts = isRecord(content.modelTurn) && Array.isArray(content.modelTurn.parts) ? content.modelTurn.parts : null;
  return {
    ...(parts === null ? {} : { modelTurn: { parts: parts.filter(isRecord).map(toPart) } }),
    ...(content.turnComplete === true ? { turnComplete: true } : {}),
  };
}

function toPart(part: Record<string, unknown>): LivePart {
  const inlineData = isRecord(part.inlineData) ? part.inlineData : null;
  return {
    ...(typeof part.text === "string" ? { text: part.text } : {}),
    ...(inlineData === null
      ? {}
      : {
          inlineData: {
            ...(typeof inlineData.mimeType === "string" ? { mimeType: inlineData.mimeType } : {}),
            ...(typeof inlineData.data === "string" ? { data: inlineData.data } : {}),
          },
        }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
