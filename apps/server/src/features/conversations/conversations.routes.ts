import * as endpoints from "@blueprint/contract/conversations";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { canSpeak } from "./dialect.ts";
import { makeTicket } from "./tickets.service.ts";

/** A class of visitors behind one address may start at once. */
const ticketsPerMinuteMax = 60;

export function registerConversationRoutes(app: FastifyInstance, context: AppContext): void {
  const { ai } = context.config;
  mount(app, endpoints.getGuide, async () => ({
    service: ai === undefined ? null : new URL(ai.url).hostname,
    speaks: ai !== undefined && canSpeak(ai.dialect),
  }));
  mount(
    app,
    endpoints.openConversation,
    ({ actor, params, body }) => makeTicket(context, params.slug, { ...body, actor }),
    { perMinuteMax: ticketsPerMinuteMax },
  );
}
