import * as endpoints from "@blueprint/contract/guide";
import * as questions from "@blueprint/contract/guide-questions";
import * as transcripts from "@blueprint/contract/guide-transcripts";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listUnansweredQuestions, readGuideRates, settleUnansweredQuestion } from "./asked-questions.service.ts";
import { listDocuments } from "./documents.service.ts";
import { createQuestionMemory, searchPlace } from "./guide.service.ts";
import { eraseTranscript, listTranscripts, removeTranscript } from "./transcripts.service.ts";

/** A class of visitors behind one address may ask at once. */
const questionsPerMinuteMax = 120;
const erasuresPerMinuteMax = 30;

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
  mount(app, transcripts.listTranscripts, ({ scope, query }) => listTranscripts(context, scope, query.cursor));
  mount(app, transcripts.removeTranscript, async ({ scope, params }) => {
    await removeTranscript(context, scope, params.transcriptId);
    return {};
  });
  mount(
    app,
    transcripts.eraseTranscript,
    async ({ params }) => {
      await eraseTranscript(context, params.transcriptId);
      return {};
    },
    { perMinuteMax: erasuresPerMinuteMax },
  );
  mount(app, questions.getGuideRates, ({ scope, query }) => readGuideRates(context, scope, query));
  mount(app, endpoints.listDocuments, async ({ scope, body }) => ({
    documents: await listDocuments(context, scope, body.fileIds),
  }));
}
