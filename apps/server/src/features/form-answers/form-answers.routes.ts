import * as endpoints from "@blueprint/contract/form-answers";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listFormResponses, recordFormAnswers } from "./form-answers.service.ts";

/** A class of visitors behind one address may answer together; a program must not flood the team's list. */
const answersPerMinuteMax = 30;

export function registerFormAnswerRoutes(app: FastifyInstance, context: AppContext): void {
  mount(
    app,
    endpoints.sendFormAnswers,
    async ({ request, params, body: { answers, ...shown } }) => {
      const asker = { ...shown, actor: request.actor };
      return { id: await recordFormAnswers(context, params.slug, params.anchorId, answers, asker) };
    },
    { perMinuteMax: answersPerMinuteMax },
  );
  mount(app, endpoints.listFormResponses, ({ request, params, query }) =>
    listFormResponses(context, requireActor(request), params, query.cursor),
  );
}
