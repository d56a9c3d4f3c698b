import * as endpoints from "@blueprint/contract/sessions";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { logSecurity } from "../../platform/security-log.ts";
import { endSessions, listSessions } from "./sessions.service.ts";

export function registerSessionRoutes(
  app: FastifyInstance,
  context: AppContext,
  { sessions }: { sessions: Pick<SessionReader, "forget"> },
): void {
  mount(app, endpoints.listSessions, async ({ actor, reply }) => {
    reply.header("cache-control", "no-store");
    return { sessions: await listSessions(context, actor) };
  });
  mount(app, endpoints.endSession, async ({ actor, request, params }) => {
    const { userId } = actor;
    const ended = await context.db.transaction((tx) => endSessions(tx, userId, { only: params.sessionId }));
    if (ended.length === 0) throw new AppError("not-found");
    for (const token of ended) sessions.forget(token);
    logSecurity(context, "session.ended", { userId, count: ended.length, ipAddress: request.ip });
    return { ended: ended.length };
  });
  mount(app, endpoints.endOtherSessions, async ({ actor, request }) => {
    const { userId, sessionId } = actor;
    const ended = await context.db.transaction((tx) => endSessions(tx, userId, { except: sessionId }));
    for (const token of ended) sessions.forget(token);
    logSecurity(context, "session.ended", { userId, count: ended.length, ipAddress: request.ip });
    return { ended: ended.length };
  });
}
