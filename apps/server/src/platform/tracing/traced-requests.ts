import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { onRequestEnd, toSentStatus } from "../http/request-end.ts";
import type { OpenSpan, Tracing } from "./tracing.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null while traces are not configured. */
    span: OpenSpan | null;
  }
}

/** Makes a span of every request, below the caller's if they sent a trace context. Call it before any other hook. */
export function registerRequestTracing(app: FastifyInstance, tracing: Tracing | null): void {
  app.decorateRequest("span", null);
  if (tracing === null) return;
  app.addHook("onRequest", (request, reply, done) => {
    const facts = { "http.request.method": request.method, "blueprint.request_id": request.id };
    request.span = tracing.begin(request.method, "server", facts, request.headers);
    onRequestEnd(reply, () => endSpan(request, reply));
    request.span.enter(done);
  });
  // A body arrives in events of the connection, which know nothing of the request's span.
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.span === null) done();
    else request.span.enter(done);
  });
}

function endSpan({ method, routeOptions, span }: FastifyRequest, reply: FastifyReply): void {
  const status = toSentStatus(reply);
  if (routeOptions.url !== undefined) span?.rename(`${method} ${routeOptions.url}`);
  span?.end(status !== null && status >= 500 ? { code: String(status) } : null, {
    ...(status === null ? {} : { "http.response.status_code": status }),
    ...(routeOptions.url === undefined ? {} : { "http.route": routeOptions.url }),
  });
}
