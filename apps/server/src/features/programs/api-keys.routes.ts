import * as endpoints from "@blueprint/contract/api-keys";
import { limits } from "@blueprint/contract/limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { readOrigin } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { logSecurityOnce } from "../../platform/security-log.ts";
import { authenticateKey, createApiKey, listApiKeys, revokeApiKey } from "./api-keys.service.ts";

const bearerKey = new RegExp(`^Bearer (${endpoints.apiKeyPrefix}\\S+)$`, "i");

/**
 * Authenticates programs by `Authorization: Bearer bp_…`. Runs after the session hook, because a key outranks its
 * cookie.
 */
export function registerApiKeyAccess(app: FastifyInstance, context: AppContext): void {
  const count = app.createRateLimit({
    max: limits.apiKeyRequestsPerMinuteMax,
    timeWindow: 60_000,
    // An endpoint open to anyone accepts a key without a scope.
    keyGenerator: ({ actor, ip }) => actor?.sessionId ?? ip,
  });
  const enter = async (token: string, request: FastifyRequest, reply: FastifyReply) => {
    const actor = await authenticateKey(context, token, readOrigin(request));
    request.actor = actor;
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) {
      reply.header("retry-after", counted.ttlInSeconds);
      const facts = { userId: actor.userId, subjectId: actor.sessionId, ipAddress: request.ip };
      logSecurityOnce(context, actor.sessionId, "api-key.limited", facts);
      throw new AppError("too-many-requests");
    }
  };
  app.addHook("onRequest", (request, reply, done) => {
    const { authorization } = request.headers;
    const token = authorization === undefined ? undefined : bearerKey.exec(authorization)?.[1];
    if (token === undefined) done();
    else enter(token, request, reply).then(() => done(), done);
  });
}

export function registerApiKeyRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listApiKeys, async ({ scope }) => ({
    keys: await listApiKeys(context, scope),
  }));
  mount(app, endpoints.createApiKey, ({ actor, scope, body, reply }) => {
    reply.header("cache-control", "no-store");
    return createApiKey(context, actor, scope, body);
  });
  mount(app, endpoints.revokeApiKey, async ({ actor, scope, params }) => {
    await revokeApiKey(context, actor, scope, params.apiKeyId);
    return { revoked: true as const };
  });
}
