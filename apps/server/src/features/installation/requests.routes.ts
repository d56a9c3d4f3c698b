import * as endpoints from "@blueprint/contract/requests";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { closeRequest, listOwnRequests, listRequests, recordRequest } from "./requests.service.ts";

const requestsPerMinute = 5;

export function registerRequestRoutes(app: FastifyInstance, context: AppContext): void {
  mount(
    app,
    endpoints.sendRequest,
    async ({ request, body }) => ({ id: await recordRequest(context, request.actor, body) }),
    { perMinuteMax: requestsPerMinute },
  );
  mount(app, endpoints.listMyRequests, async ({ actor, query }) => ({
    requests: await listOwnRequests(context, actor, query.kind),
  }));
  mount(app, endpoints.listRequests, async ({ query }) => {
    return listRequests(context, { kind: query.kind, state: query.state }, query.cursor);
  });
  mount(app, endpoints.closeRequest, async ({ actor, params, body }) =>
    closeRequest(context, actor, params.requestId, body),
  );
}
