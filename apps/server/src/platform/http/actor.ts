import type { UserId } from "@blueprint/contract/ids";
import type { FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";

/** Who asks: a person with a live session. */
export interface Actor {
  userId: UserId;
  email: string;
  name: string;
  isOperator: boolean;
  sessionId: string;
  /** Where the request came from, for the audit log; not known on sockets. */
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
}

/** @throws AppError `unauthenticated` */
export function requireActor(request: FastifyRequest): Actor {
  if (request.actor === null) throw new AppError("unauthenticated");
  return request.actor;
}

/** Whoever runs the installation; for everybody else what operators see does not exist. @throws AppError `unauthenticated`, `not-found` */
export function requireOperator(request: FastifyRequest): Actor {
  const actor = requireActor(request);
  if (!actor.isOperator) throw new AppError("not-found");
  return actor;
}
