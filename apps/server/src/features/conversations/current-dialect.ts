import { speechRules } from "@blueprint/contract/conversations";
import { liveAiConstants } from "@blueprint/contract/spec-constants";
import type { AiEvent, Dialect, ToolCall } from "./dialect.ts";
import { type Fields, isFields, listPartSounds } from "./read-fields.ts";

const { maxOutputTokens, temperature, topK, topP } = liveAiConstants;

/**
 * The provider's messages of 2026 (https://ai.google.dev/api/live). Its models speak: what they say is read from the
 * transcription of their speech.
 */
export const currentDialect: Dialect = {
  hasInstructions: true,
  speech: {
    begin: () => ({ realtimeInput: { activityStart: {} } }),
    say: (data) => ({ realtimeInput: { audio: { mimeType: speechRules.questionMimeType, data } } }),
    end: () => ({ realtimeInput: { activityEnd: {} } }),
  },
  setUp: ({ ai, instructions, tools, resumeWith, isSpoken }) => ({
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
      // The browser knows where a turn begins and ends: a turn that is sent again must end at the same place.
      ...(isSpoken
        ? { inputAudioTranscription: {}, realtimeInputConfig: { automaticActivityDetection: { disabled: true } } }
        : {}),
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
function readContent({
  inputTranscription,
  outputTranscription,
  modelTurn,
  interrupted,
  generationComplete,
  turnComplete,
}: Fields): AiEvent[] {
  const { text: heard }: Fields = isFields(inputTranscription) ? inputTranscription : {};
  const { text, finished }: Fields = isFields(outputTranscription) ? outputTranscription : {};
  return [
    ...(typeof heard === "string" && heard !== "" ? [{ kind: "heard", text: heard } as const] : []),
    ...listPartSounds(modelTurn).map((data) => ({ kind: "sound", data }) as const),
    ...(interrupted === true ? [{ kind: "interrupted" } as const] : []),
    ...(typeof text === "string" && text !== "" ? [{ kind: "text", text } as const] : []),
    ...(finished === true ? [{ kind: "text-complete" } as const] : []),
    ...(generationComplete === true ? [{ kind: "generation-complete" } as const] : []),
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
