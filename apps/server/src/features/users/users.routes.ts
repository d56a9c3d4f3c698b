import * as endpoints from "@blueprint/contract/users";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { getMe, getOwnDocument, recordSession, saveOnboarding, updateOwnDocument } from "./users.service.ts";

export function registerUserRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getMe, ({ request }) => getMe(context, requireActor(request)));
  mount(app, endpoints.getSession, async ({ request, reply }) => {
    reply.header("cache-control", "no-store");
    if (request.actor === null) return { me: null };
    const userAgent = request.headers["user-agent"] ?? "";
    await recordSession(context.db, request.actor.userId, { now: context.clock.now(), userAgent, isSignIn: false });
    return { me: await getMe(context, request.actor) };
  });
  mount(app, endpoints.getUser, ({ request, params }) => getOwnDocument(context, requireActor(request), params.uid));
  mount(app, endpoints.updateUser, ({ request, params, body }) =>
    updateOwnDocument(context, requireActor(request), params.uid, body),
  );
  mount(app, endpoints.saveOnboarding, ({ request, body }) => saveOnboarding(context, requireActor(request), body));
}
