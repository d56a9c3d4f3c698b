import * as endpoints from "@blueprint/contract/users";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { getMe, getOwnDocument, recordSession, saveOnboarding, updateOwnDocument } from "./users.service.ts";

export function registerUserRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.getMe, ({ actor }) => getMe(context, actor));
  mount(app, endpoints.getSession, async ({ request, reply }) => {
    reply.header("cache-control", "no-store");
    if (request.actor === null) return { me: null };
    const userAgent = request.headers["user-agent"] ?? "";
    await recordSession(context.db, request.actor.userId, { now: context.clock.now(), userAgent, isSignIn: false });
    return { me: await getMe(context, request.actor) };
  });
  mount(app, endpoints.getUser, ({ actor, params }) => getOwnDocument(context, actor, params.uid));
  mount(app, endpoints.updateUser, ({ actor, params, body }) => updateOwnDocument(context, actor, params.uid, body));
  mount(app, endpoints.saveOnboarding, ({ actor, body }) => saveOnboarding(context, actor, body));
}
