import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { knowledgeKinds, questionCharactersMax } from "./guide.ts";
import { blueprintIdSchema } from "./ids.ts";
import { lineOfText } from "./text.ts";

export const guideTestsMax = 50;
/** Runs that a blueprint keeps. */
export const guideTestRunsKept = 20;
/** A run that hasn't ended by then never will: its job was lost. */
export const guideTestRunMsMax = 2 * 3_600_000;
/** Without an AI service, a source counts as cited if it is among this many first finds. */
export const foundFirstMax = 3;

const params = z.object({ blueprintId: blueprintIdSchema });

/** What a guide test must lead to: an answer from something in the place, or no answer. */
const expectationSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("source"),
    source: z.object({
      kind: z.enum(knowledgeKinds),
      /** As in `foundPassageSchema`. */
      id: z.string().max(64),
    }),
  }),
  z.object({ kind: z.literal("refusal") }),
]);
export type GuideExpectation = z.infer<typeof expectationSchema>;

const guideTestSchema = z.object({ id: z.uuid(), question: z.string(), expects: expectationSchema });
export type GuideTest = z.infer<typeof guideTestSchema>;

/**
 * - `passed`, `failed`: the visitor gets what is expected, or not
 * - `undecided`: the AI service gave no answer; or search alone found something where a refusal is expected, and only an AI
 *   service can refuse
 */
export const guideTestOutcomes = ["passed", "failed", "undecided"] as const;

const guideTestResultSchema = z.object({
  testId: z.uuid(),
  /** As they were when it ran. */
  question: z.string(),
  expects: expectationSchema,
  outcome: z.enum(guideTestOutcomes),
  /** The answer; empty without one, and for search alone. */
  answer: z.string(),
  /** Titles of what the answer cites, or of what was found first. */
  titles: z.array(z.string()),
});
export type GuideTestResult = z.infer<typeof guideTestResultSchema>;

const guideTestRunSchema = z.object({
  id: z.uuid(),
  /** The published version that was asked; null for the draft as it was then. */
  version: z.number().int().nullable(),
  /** Whether the AI service answered; otherwise search alone. */
  withAnswers: z.boolean(),
  startedAt: z.iso.datetime(),
  /** Null while it runs. */
  endedAt: z.iso.datetime().nullable(),
  /** Why it stopped early: the AI service answered nothing any more, the version is gone, or the server couldn't complete it. */
  problem: z.enum(["service-unavailable", "place-gone", "failed"]).nullable(),
  results: z.array(guideTestResultSchema),
  /** Tests that it asks in all. */
  total: z.number().int(),
});
export type GuideTestRun = z.infer<typeof guideTestRunSchema>;

export const listGuideTests = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/guide-tests",
  access: "blueprint.see",
  summary: "The blueprint's guide tests, in the order they were added, and the last runs, newest first.",
  apiScope: "read",
  schema: {
    params,
    response: z.object({ tests: z.array(guideTestSchema), runs: z.array(guideTestRunSchema) }),
  },
  errors: [],
});

export const addGuideTest = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/guide-tests",
  access: "blueprint.publish",
  summary: "Adds a guide test: what the guide must answer from, or that it must not answer.",
  schema: {
    params,
    body: z.object({ question: lineOfText(questionCharactersMax), expects: expectationSchema }),
    response: guideTestSchema,
  },
  errors: ["forbidden", "guide-tests-full"],
});

export const removeGuideTest = defineEndpoint({
  method: "DELETE",
  url: "/api/blueprints/:blueprintId/guide-tests/:testId",
  access: "blueprint.publish",
  summary: "Removes a guide test. Earlier runs keep its results.",
  schema: { params: params.extend({ testId: z.uuid() }), response: z.object({}) },
  errors: ["forbidden", "not-found"],
});

export const runGuideTests = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/guide-test-runs",
  access: "blueprint.publish",
  summary:
    "Asks the questions of all guide tests about the draft as visitors would see it, one after another, in the background; `listGuideTests` " +
    "has the results. While a run of the draft is in progress, that one is returned. Published versions are tested by themselves, by " +
    "search alone.",
  schema: {
    params,
    body: z.object({
      /** Whether the AI service answers, which may cost money; otherwise search alone. */
      withAnswers: z.boolean(),
    }),
    response: guideTestRunSchema,
  },
  errors: ["forbidden", "no-ai-service"],
});
