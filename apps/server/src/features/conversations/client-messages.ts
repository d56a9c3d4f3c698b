import { speechRules } from "@blueprint/contract/conversations";
import { questionCharactersMax } from "@blueprint/contract/guide";
import { transcriptIdSchema } from "@blueprint/contract/guide-transcripts";
import { lineOfText } from "@blueprint/contract/text";
import { z } from "zod";

const { bytesPerSample } = speechRules;

/** Of a conversation that its visitor agrees to have kept; undefined for one that isn't. */
const transcriptSchema = transcriptIdSchema.optional();

const questionSchema = lineOfText(questionCharactersMax);

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes nothing: there are thousands of these a second. */
function isSpeech(data: string): boolean {
  return data.length % 4 === 0 && base64.test(data) && Buffer.byteLength(data, "base64") % bytesPerSample === 0;
}

/** Whole samples of 16 kHz 16-bit PCM; another rate would be understood as somebody who speaks faster or slower. */
const speechSchema = z
  .object({
    realtimeInput: z.object({
      mediaChunks: z
        .array(
          z.object({
            mimeType: z.literal(speechRules.questionMimeType),
            data: z.string().refine(isSpeech),
          }),
        )
        .min(1)
        .max(8),
    }),
  })
  .transform(({ realtimeInput }) => ({
    kind: "speech" as const,
    pieces: realtimeInput.mediaChunks.map(({ data }) => data),
  }));

/** spec §7, and what a spoken question needs beside it. Everything but the visitor's words is this server's to decide. */
const clientMessageSchema = z.union([
  speechSchema,
  z.object({ setup: z.looseObject({}) }).transform(() => ({ kind: "setup" }) as const),
  z
    .object({
      clientContent: z.object({ turns: z.tuple([]), turnComplete: z.literal(true) }),
      question: z.uuid(),
      transcript: transcriptSchema,
    })
    .transform(({ question, transcript }) => ({ kind: "end-of-speech", questionId: question, transcript }) as const),
  z
    .object({
      clientContent: z.object({
        turns: z
          .array(
            z.object({
              role: z.literal("user"),
              parts: z
                .array(z.object({ text: z.string() }))
                .min(1)
                .max(20),
            }),
          )
          .length(1),
        turnComplete: z.literal(true),
      }),
      transcript: transcriptSchema,
    })
    .transform(({ clientContent, transcript }, context) => {
      const question = questionSchema.safeParse(clientContent.turns[0]!.parts.map(({ text }) => text).join(""));
      if (question.success) return { kind: "question", question: question.data, transcript } as const;
      context.addIssue("no question");
      return z.NEVER;
    }),
]);

export type ClientMessage = z.output<typeof clientMessageSchema>;

/** Null for what is no message of a browser's. */
export function readClientMessage(data: string): ClientMessage | null {
  try {
    return clientMessageSchema.parse(JSON.parse(data));
  } catch {
    return null;
  }
}
