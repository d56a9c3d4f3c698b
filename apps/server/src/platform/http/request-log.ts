import type { FastifyReply, FastifyRequest } from "fastify";
import { toSentStatus } from "./request-end.ts";

/** What probes ask every few seconds. */
const quietRoutes: ReadonlySet<string | undefined> = new Set(["/healthz"]);

/**
 * Writes the line of a request that has ended, with the id that error responses and the request's other lines carry.
 * The line names the route, never the address: that may contain a token, a name or a search.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions, actor, log, span } = request;
  const facts = {
    channel: "request",
    method,
    route: routeOptions.url ?? null,
    status: toSentStatus(reply),
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    // False if the client left before it had everything.
    isComplete: reply.raw.writableFinished,
    ...(span == null ? {} : { traceId: span.traceId }),
    ...(actor == null ? {} : { userId: actor.userId }),
    ...(actor?.apiKey === undefined ? {} : { apiKeyId: actor.apiKey.id }),
  };
  log[quietRoutes.has(routeOptions.url) ? "debug" : "info"](facts, "request");
}
