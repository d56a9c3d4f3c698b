import * as endpoints from "@blueprint/contract/access-requests";
import { requestAccess } from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import {
  acceptAccessRequest,
  declineAccessRequest,
  listAccessRequests,
  recordAccessRequest,
} from "./access-requests.service.ts";

const requestsPerMinute = 5;

export function registerAccessRequestRoutes(app: FastifyInstance, context: AppContext): void {
  mount(
    app,
    requestAccess,
    async ({ body }) => {
      await recordAccessRequest(context, body);
      return { received: true as const };
    },
    { perMinuteMax: requestsPerMinute },
  );
  mount(app, endpoints.listAccessRequests, async ({ query }) => {
    return listAccessRequests(context, query.state, query.cursor);
  });
  mount(app, endpoints.acceptAccessRequest, async ({ actor, params }) =>
    acceptAccessRequest(context, actor, params.accessRequestId),
  );
  mount(app, endpoints.declineAccessRequest, async ({ actor, params, body }) =>
    declineAccessRequest(context, actor, params.accessRequestId, body.reason),
  );
}
