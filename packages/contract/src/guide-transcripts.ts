import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { foundPassageSchema } from "./guide.ts";
import { blueprintIdSchema } from "./ids.ts";

/** Each question of a transcript is deleted this many days after it was asked. */
export const transcriptKeptDays = 30;
/** Of one conversation; later ones are not kept. */
export const transcriptQuestionsMax = 200;
/** Of all conversations about a place; the oldest go first. */
export const placeTranscriptQuestionsMax = 20_000;
export const transcriptsPerPage = 20;

/** A random id that a visitor's browser chose for a conversation: knowing it is the right to delete it. */
export const transcriptIdSchema = z.uuid();

const params = z.object({ blueprintId: blueprintIdSchema });

/** What an answer cites. */
export const transcriptSourceSchema = foundPassageSchema.pick({ kind: true, id: true, title: true, page: true });
export type TranscriptSource = z.infer<typeof transcriptSourceSchema>;

const transcriptSchema = z.object({
  id: transcriptIdSchema,
  questions: z.array(
    z.object({
      askedAt: z.iso.datetime(),
      isSpoken: z.boolean(),
      /** As it was written, or understood. */
      question: z.string(),
      /** Empty without an answer. */
      answer: z.string(),
      /** A `GuideState`. */
      state: z.string(),
      sources: z.array(transcriptSourceSchema),
    }),
  ),
});
export type Transcript = z.infer<typeof transcriptSchema>;

export const listTranscripts = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/transcripts",
  access: "answer.see",
  summary:
    "Conversations that visitors agreed to have kept, if the published version asks for them; the one that went on last " +
    "first. Nothing is known of who spoke.",
  apiScope: "read",
  schema: {
    params,
    querystring: z.object({ cursor: z.string().max(200).optional() }),
    response: z.object({ transcripts: z.array(transcriptSchema), nextCursor: z.string().nullable() }),
  },
  errors: ["forbidden", "invalid-input"],
});

export const removeTranscript = defineEndpoint({
  method: "DELETE",
  url: "/api/blueprints/:blueprintId/transcripts/:transcriptId",
  access: "blueprint.edit",
  summary: "Deletes a conversation that was kept.",
  apiScope: "write",
  schema: { params: params.extend({ transcriptId: transcriptIdSchema }), response: z.object({}) },
  errors: ["forbidden", "not-found"],
});

export const eraseTranscript = defineEndpoint({
  method: "DELETE",
  url: "/api/published/:slug/transcripts/:transcriptId",
  access: "anyone",
  summary:
    "Deletes the asker's own conversation with a place's guide: they know its id. Answers the same if nothing of it is kept.",
  schema: {
    params: z.object({ slug: z.string().max(160), transcriptId: transcriptIdSchema }),
    response: z.object({}),
  },
  errors: [],
});
