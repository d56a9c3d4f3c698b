import { z } from "zod";
import { audienceKeySchema } from "./audiences.ts";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema } from "./ids.ts";
import { linesOfText } from "./text.ts";

export const formQuestionsMax = 50;
const answerCharactersMax = 5_000;
const text = linesOfText(answerCharactersMax);

/** The answer to one question: its text, number, yes or no, or the chosen options. */
export const formAnswerSchema = z.union([text, z.number(), z.boolean(), z.array(text).max(50)]);
export type FormAnswer = z.infer<typeof formAnswerSchema>;

const answersSchema = z
  .record(z.string().max(64), formAnswerSchema)
  .refine((answers) => Object.keys(answers).length <= formQuestionsMax, { error: "Too many answers." });

export const sendFormAnswers = defineEndpoint({
  method: "POST",
  url: "/api/published/:slug/forms/:anchorId",
  access: "anyone",
  summary: "Saves a visitor's answers to a form in a published place for its team.",
  schema: {
    params: z.object({ slug: z.string().max(160), anchorId: z.string().max(64) }),
    body: z.object({
      answers: answersSchema,
      /** For places with a password: the pass returned on opening it. */
      pass: z.string().max(300).optional(),
      /** Key of the audience link that opened the place. */
      key: audienceKeySchema.optional(),
    }),
    response: z.object({ id: z.uuid() }),
  },
  errors: ["blueprint-not-published", "blueprint-password-needed", "form-full"],
});

export const formResponseSchema = z.object({
  id: z.uuid(),
  /** The version whose form was answered. */
  version: z.number().int(),
  answers: z.record(z.string(), z.object({ label: z.string(), answer: formAnswerSchema })),
  sentAt: z.string(),
});
export type FormResponse = z.infer<typeof formResponseSchema>;

export const listFormResponses = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/forms/:anchorId/responses",
  access: "answer.see",
  summary: "Visitors' answers to a form, newest first, paginated.",
  apiScope: "read",
  schema: {
    params: z.object({ blueprintId: blueprintIdSchema, anchorId: z.string().max(64) }),
    querystring: z.object({ cursor: z.string().max(200).optional() }),
    response: z.object({
      responses: z.array(formResponseSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: ["forbidden"],
});
