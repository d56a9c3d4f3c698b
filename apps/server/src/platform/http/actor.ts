import type { ApiScope } from "@blueprint/contract/api-scopes";
import type { ApiKeyId, TeamId, UserId } from "@blueprint/contract/ids";
import type { TeamRole } from "@blueprint/contract/roles";
import type { FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";

/** The reach of an API key: one team, and there what its scopes allow. */
export interface ApiKeyReach {
  id: ApiKeyId;
  name: string;
  teamId: TeamId;
  scopes: readonly ApiScope[];
}

/** The caller: a user with a live session, or a program with an API key that acts for a user. */
export interface Actor {
  userId: UserId;
  email: string;
  name: string;
  isOperator: boolean;
  /** Id of the session, or of the key. */
  sessionId: string;
  /** Set for programs with a key only. Pass the whole actor on, so that guards see it. */
  apiKey?: ApiKeyReach;
  /** A role in which the user views one of their teams; it only ever removes rights. */
  seeAs?: { teamId: TeamId; role: TeamRole };
  /** Origin of the request, for the audit log; unknown on sockets. */
  origin?: RequestOrigin;
}

export interface RequestOrigin {
  ipAddress: string;
  userAgent: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null for anonymous requests; set before any handler runs. */
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** The scope that an API key needs for the route; left out: keys are not accepted. */
    apiScope?: ApiScope;
  }
}

export function readOrigin(request: FastifyRequest): RequestOrigin {
  return { ipAddress: request.ip, userAgent: request.headers["user-agent"] ?? "" };
}

/** @throws AppError `unauthenticated`; `api-key-not-accepted`, `api-key-scope-missing` for programs with a key */
export function requireActor(request: FastifyRequest): Actor {
  const { actor } = request;
  if (actor === null) throw new AppError("unauthenticated");
  if (actor.apiKey !== undefined) {
    const { apiScope } = request.routeOptions.config;
    if (apiScope === undefined) throw new AppError("api-key-not-accepted");
    if (!actor.apiKey.scopes.includes(apiScope)) throw new AppError("api-key-scope-missing");
  }
  return actor;
}

/**
 * Requires an operator; for everyone else, what operators see does not exist. @throws AppError `unauthenticated`,
 * `not-found`
 */
export function requireOperator(request: FastifyRequest): Actor {
  const actor = requireActor(request);
  if (!actor.isOperator) throw new AppError("not-found");
  return actor;
}
