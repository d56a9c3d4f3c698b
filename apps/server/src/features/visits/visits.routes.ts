import * as endpoints from "@blueprint/contract/visits";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { VisitCounter } from "./visit-counter.ts";
import { readTeamVisits, readVisitHeat, readVisitNumbers } from "./visit-numbers.service.ts";
import { addToVisit, countVisit, createVisitMemory } from "./visits.service.ts";

/** A class of visitors behind one address may begin at once. */
const visitsPerMinuteMax = 120;
/** Each of them reports about twice a minute, and when they leave. */
const reportsPerMinuteMax = 600;
const reportBytesMax = 32 * 1024;

export function registerVisitRoutes(app: FastifyInstance, context: AppContext): void {
  const memory = createVisitMemory(new VisitCounter(context));
  mount(
    app,
    endpoints.beginVisit,
    async ({ request, params, body }) => {
      const { actor, ip: ipAddress, headers } = request;
      return { visit: await countVisit(context, memory, params.slug, body, { actor, ipAddress, headers }) };
    },
    { perMinuteMax: visitsPerMinuteMax },
  );
  mount(
    app,
    endpoints.reportVisit,
    async ({ body }) => {
      await addToVisit(context, memory, body.visit, body.events);
      return {};
    },
    { perMinuteMax: reportsPerMinuteMax, bodyBytesMax: reportBytesMax },
  );
  mount(app, endpoints.getVisitNumbers, ({ scope, query }) => readVisitNumbers(context, scope, query));
  mount(app, endpoints.getVisitHeat, ({ scope, query }) => readVisitHeat(context, scope, query));
  mount(app, endpoints.getTeamVisits, ({ scope, query }) => readTeamVisits(context, scope, query));
}
