import * as endpoints from "@blueprint/contract/conversations";
import * as tests from "@blueprint/contract/guide-tests";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { canSpeak } from "./dialect.ts";
import { addGuideTest, listGuideTests, removeGuideTest, runGuideTests } from "./guide-tests.service.ts";
import { makeDraftTicket, makePlaceTicket } from "./tickets.service.ts";

/** A class of visitors behind one address may start at once. */
const ticketsPerMinuteMax = 60;
const runsPerMinuteMax = 10;

export function registerConversationRoutes(app: FastifyInstance, context: AppContext): void {
  const { ai } = context.config;
  mount(app, endpoints.getGuide, async () => ({
    service: ai === undefined ? null : new URL(ai.url).hostname,
    speaks: ai !== undefined && canSpeak(ai.dialect),
    voices: ai === undefined ? [] : [...new Set([ai.voice, ...ai.voices])],
  }));
  mount(app, tests.listGuideTests, ({ scope }) => listGuideTests(context, scope));
  mount(app, tests.addGuideTest, ({ scope, body }) => addGuideTest(context, scope, body));
  mount(app, tests.removeGuideTest, async ({ scope, params }) => {
    await removeGuideTest(context, scope, params.testId);
    return {};
  });
  mount(app, tests.runGuideTests, ({ scope, body }) => runGuideTests(context, scope, body), {
    perMinuteMax: runsPerMinuteMax,
  });
  mount(
    app,
    endpoints.openConversation,
    ({ actor, params, body }) => makePlaceTicket(context, params.slug, { ...body, actor }),
    { perMinuteMax: ticketsPerMinuteMax },
  );
  mount(app, endpoints.openDraftConversation, ({ scope }) => makeDraftTicket(context, scope), {
    perMinuteMax: ticketsPerMinuteMax,
  });
}
