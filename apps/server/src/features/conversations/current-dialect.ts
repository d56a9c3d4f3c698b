import { liveAiConstants } from "@blueprint/contract/spec-constants";
import type { AiEvent, Dialect, ToolCall } from "./dialect.ts";
import { type Fields, isFields } from "./read-fields.ts";

const { maxOutputTokens, temperature, topK, topP } = liveAiConstants;

/**
 * The provider's messages of 2026 (https://ai.google.dev/api/live). Its models speak: what they say is read from the
 * transcription of their speech.
 */
export const currentDialect: Dialect = {
  hasInstructions: true,
  setUp: ({ ai, instructions, tools, resumeWith }) => ({
    setup: {
      model: `models/${ai.model}`,
      generationConfig: {
        responseModalities: ["AUDIO"],
        maxOutputTokens,
        temperature,
        topP,
        topK,
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: ai.voice } } },
      },
      systemInstruction: { parts: [{ text: instructions }] },
      // The service refuses an empty list.
      ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: tools }] }),
      outputAudioTranscription: {},
      sessionResumption: resumeWith === null ? {} : { handle: resumeWith },
    },
  }),
  // One field a message. Models before 3.8 refuse `clientContent` in a conversation.
  ask: (text) => ({ realtimeInput: { text } }),
  answerCalls: (answers) => ({
    toolResponse: {
      functionResponses: answers.map(({ call: { id, name }, answer }) => ({ id, name, response: answer })),
    },
  }),
  read: ({ setupComplete, serverContent, toolCall, goAway, sessionResumptionUpdate }) => {
    const events: AiEvent[] = [];
    if (setupComplete !== undefined) events.push({ kind: "ready" });
    if (isFields(sessionResumptionUpdate)) events.push(...readHandle(sessionResumptionUpdate));
    if (isFields(toolCall)) events.push({ kind: "tool-calls", calls: readCalls(toolCall) });
    if (isFields(serverContent)) events.push(...readContent(serverContent));
    if (goAway !== undefined) events.push({ kind: "leaving" });
    return events;
  },
};

/** Text in the parts of a turn is what the model thinks, not what it says. The end of a turn may overtake its transcription. */
function readContent({ outputTranscription, turnComplete }: Fields): AiEvent[] {
  const { text, finished }: Fields = isFields(outputTranscription) ? outputTranscription : {};
  return [
    ...(typeof text === "string" && text !== "" ? [{ kind: "text", text } as const] : []),
    ...(finished === true ? [{ kind: "text-complete" } as const] : []),
    ...(turnComplete === true ? [{ kind: "turn-complete" } as const] : []),
  ];
}

function readHandle({ newHandle, resumable }: Fields): AiEvent[] {
  return resumable === true && typeof newHandle === "string" && newHandle !== ""
    ? [{ kind: "resumable", handle: newHandle }]
    : [];
}

function readCalls({ functionCalls }: Fields): ToolCall[] {
  if (!Array.isArray(functionCalls)) return [];
  return functionCalls
    .filter(isFields)
    .flatMap(({ id, name, args }) =>
      typeof id === "string" && typeof name === "string" ? [{ id, name, args: isFields(args) ? args : {} }] : [],
    );
}
