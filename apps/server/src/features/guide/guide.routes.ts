import * as endpoints from "@blueprint/contract/guide";
import * as questions from "@blueprint/contract/guide-questions";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listUnansweredQuestions, readGuideRates, settleUnansweredQuestion } from "./asked-questions.service.ts";
import { listDocuments } from "./documents.service.ts";
import { createQuestionMemory, searchPlace } from "./guide.service.ts";

/** A class of visitors behind one address may ask at once. */
const questionsPerMinuteMax = 120;

export function registerGuideRoutes(app: FastifyInstance, context: AppContext): void {
  const memory = createQuestionMemory(context);
  app.addHook("onClose", () => memory.counts.stop());
  mount(
    app,
    endpoints.searchPlace,
    ({ actor, params, body: { question, ...shown } }) =>
      searchPlace(context, memory, params.slug, question, { ...shown, actor }),
    { perMinuteMax: questionsPerMinuteMax },
  );
  mount(app, questions.listUnansweredQuestions, ({ scope }) => listUnansweredQuestions(context, scope));
  mount(app, questions.removeUnansweredQuestion, async ({ scope, params }) => {
    await settleUnansweredQuestion(context, scope, params.questionId);
    return {};
  });
  mount(app, questions.getGuideRates, ({ scope, query }) => readGuideRates(context, scope, query.days));
  mount(app, endpoints.listDocuments, async ({ scope, body }) => ({
    documents: await listDocuments(context, scope, body.fileIds),
  }));
}
