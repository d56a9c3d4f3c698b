import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses state-changing requests that a browser sends for another site (cross-site request forgery). Browsers always
 * state the origin of such a request; programs send no Origin and hold no cookie by accident.
 */
export function registerSameOriginCheck(app: FastifyInstance, publicUrl: string): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (safeMethods.has(request.method) || isSameOrigin(request, publicUrl)) done();
    else done(new AppError("untrusted-origin"));
  });
}

export function isSameOrigin(request: Pick<FastifyRequest, "headers">, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return request.headers["sec-fetch-site"] !== "cross-site";
  if (origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
