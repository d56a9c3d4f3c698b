import * as endpoints from "@blueprint/contract/users";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { getMe, saveOnboarding } from "./users.service.ts";

export function registerUserRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getMe, ({ request }) => getMe(context, requireActor(request)));
  mount(app, endpoints.getSession, async ({ request, reply }) => {
    reply.header("cache-control", "no-store");
    return { me: request.actor === null ? null : await getMe(context, request.actor) };
  });
  mount(app, endpoints.saveOnboarding, ({ request, body }) => saveOnboarding(context, requireActor(request), body));
}
