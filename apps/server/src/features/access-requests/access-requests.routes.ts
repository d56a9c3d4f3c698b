import { requestAccess } from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { recordAccessRequest } from "./access-requests.service.ts";

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
}
