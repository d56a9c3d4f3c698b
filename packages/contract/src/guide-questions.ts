import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { questionCharactersMax } from "./guide.ts";
import { blueprintIdSchema } from "./ids.ts";

/** Unanswered questions are removed this many days after they were last asked. */
export const unansweredKeptDays = 90;
/** Different ones that a place keeps. */
export const unansweredMax = 1_000;
/** Days that counts of questions are kept. */
export const guideCountsKeptDays = 760;

const params = z.object({ blueprintId: blueprintIdSchema });

export const unansweredQuestionSchema = z.object({
  id: z.uuid(),
  /** As it was asked last, at most `questionCharactersMax` characters; addresses and long numbers are removed. */
  question: z.string().max(questionCharactersMax),
  /** Times that the search found nothing. */
  nothingFoundCount: z.number().int(),
  /** Times that the guide found something, but no answer in it. */
  unknownCount: z.number().int(),
  firstAskedAt: z.iso.datetime(),
  lastAskedAt: z.iso.datetime(),
});
export type UnansweredQuestion = z.infer<typeof unansweredQuestionSchema>;

export const listUnansweredQuestions = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/unanswered-questions",
  access: "answer.see",
  summary:
    "What visitors asked and the place didn't answer, the most frequent first, if the published version says that it is kept. " +
    "Questions with the same words are one. Nothing is known of who asked.",
  apiScope: "read",
  schema: {
    params,
    response: z.object({
      questions: z.array(unansweredQuestionSchema),
      /** All that are kept; `questions` holds the first 100. */
      total: z.number().int(),
    }),
  },
  errors: ["forbidden"],
});

export const removeUnansweredQuestion = defineEndpoint({
  method: "DELETE",
  url: "/api/blueprints/:blueprintId/unanswered-questions/:questionId",
  access: "blueprint.edit",
  summary:
    "Removes an unanswered question, for instance because the place answers it now. It comes back if it is asked again.",
  apiScope: "write",
  schema: { params: params.extend({ questionId: z.uuid() }), response: z.object({}) },
  errors: ["forbidden", "not-found"],
});

/** Upper ends, in ms, of the classes in which times to an answer are counted; the last class has none. */
export const answerTimeClassesMs = [100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000] as const;

export const getGuideRates = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/guide-rates",
  access: "answer.see",
  summary:
    "How many questions visitors asked in the last days, or from one day to another (UTC, both included), and what came of them. " +
    "Members of the team aren't counted.",
  apiScope: "read",
  schema: {
    params,
    querystring: z.object({
      days: z.coerce.number().int().min(1).max(guideCountsKeptDays).default(30),
      /** Both together, instead of `days`. */
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
    }),
    response: z.object({
      /** The first and the last day, as YYYY-MM-DD. */
      from: z.string(),
      to: z.string(),
      searches: z.object({
        asked: z.number().int(),
        /** Those that found at least one passage. */
        found: z.number().int(),
      }),
      /** Questions to the guide that it tried to answer, written and spoken. */
      questions: z.object({
        asked: z.number().int(),
        /** Of those, spoken ones. */
        spoken: z.number().int(),
        /** Answered from passages that the answer cites. */
        answered: z.number().int(),
        /** "I don't know that": nothing was found, the model had no answer, or its answer didn't hold. */
        refused: z.number().int(),
        /** The AI service gave no answer. */
        unavailable: z.number().int(),
        /** Too fast one after another, not understood, interrupted by the visitor, or without minutes left. */
        other: z.number().int(),
        /** From the question to its answer, in ms: half of the answers, and 95 % of them, took at most this; null if unknown. */
        medianMs: z.number().int().nullable(),
        p95Ms: z.number().int().nullable(),
      }),
    }),
  },
  errors: ["forbidden"],
});
export type GuideRates = z.infer<typeof getGuideRates.schema.response>;
