import * as endpoints from "@blueprint/contract/form-answers";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listFormResponses, recordFormAnswers } from "./form-answers.service.ts";

/** A class of visitors behind one address may answer together; a program must not flood the team's list. */
const answersPerMinuteMax = 30;

export function registerFormAnswerRoutes(app: FastifyInstance, context: AppContext): void {
  mount(
    app,
    endpoints.sendFormAnswers,
    async ({ actor, params, body: { answers, ...shown } }) => {
      const asker = { ...shown, actor };
      return { id: await recordFormAnswers(context, params.slug, params.anchorId, answers, asker) };
    },
    { perMinuteMax: answersPerMinuteMax },
  );
  mount(app, endpoints.listFormResponses, ({ scope, params, query }) =>
    listFormResponses(context, scope, params.anchorId, query.cursor),
  );
}
