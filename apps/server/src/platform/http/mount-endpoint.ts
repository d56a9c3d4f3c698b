import type { Access, Endpoint, EndpointResponse } from "@blueprint/contract/endpoint";
import { permissions } from "@blueprint/contract/roles";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { requireActor, requireOperator } from "./actor.ts";
import type { Answered } from "./answer-memory.ts";

/**
 * Access to an address outside the contract: as in the contract, or by what the address itself carries (`capability`),
 * or by the owner of its name in the bucket (`bucket`).
 */
export type RouteAccess = Access | "capability" | "bucket";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
}

type Parsed<E extends Endpoint, Part extends "params" | "querystring" | "body"> =
  E["schema"] extends Record<Part, infer S> ? (S extends z.ZodType ? z.output<S> : undefined) : undefined;

export interface EndpointCall<E extends Endpoint> {
  params: Parsed<E, "params">;
  query: Parsed<E, "querystring">;
  body: Parsed<E, "body">;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface MountOptions {
  /** Requests per minute from one address; the server's general limit when left out. */
  perMinuteMax?: number;
  /** Maximum body size; the server's general limit when left out. */
  bodyBytesMax?: number;
}

/**
 * Mounts a contract endpoint: first requires a user or an operator, then validates the input before `handle` sees it,
 * and the output before it is sent, unless `handle` has sent its own answer. The service checks the role in a team.
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: EndpointCall<E>) => Promise<Answered<EndpointResponse<E>> | FastifyReply>,
  options: MountOptions = {},
): void {
  const { params, querystring, body, response } = endpoint.schema;
  app.route({
    method: endpoint.method,
    url: endpoint.url,
    ...(options.bodyBytesMax === undefined ? {} : { bodyLimit: options.bodyBytesMax }),
    preValidation: (request, _reply, done) => {
      guard(endpoint.access, request);
      done();
    },
    schema: {
      summary: endpoint.summary,
      ...describeAccess(endpoint),
      ...(params === undefined ? {} : { params }),
      ...(querystring === undefined ? {} : { querystring }),
      ...(body === undefined ? {} : { body }),
      response: { 200: response },
    },
    config: {
      access: endpoint.access,
      ...(endpoint.apiScope === undefined ? {} : { apiScope: endpoint.apiScope }),
      ...(options.perMinuteMax === undefined ? {} : { rateLimit: { max: options.perMinuteMax, timeWindow: 60_000 } }),
    },
    handler: (request, reply) =>
      handle({
        params: request.params as Parsed<E, "params">,
        query: request.query as Parsed<E, "querystring">,
        body: request.body as Parsed<E, "body">,
        request,
        reply,
      }),
  });
}

function guard(access: Access, request: FastifyRequest): void {
  if (access === "operator") requireOperator(request);
  else if (access !== "anyone") requireActor(request);
}

/** What the OpenAPI document says about roles and API keys. */
function describeAccess({ access, apiScope }: Endpoint): { description: string; security?: { apiKey: string[] }[] } {
  if (apiScope === undefined) return { description: describePeople(access) };
  return {
    description: `${describePeople(access)} API keys need the scope \`${apiScope}\`.`,
    security: [{ apiKey: [] }],
  };
}

function describePeople(access: Access): string {
  if (access === "anyone") return "Open to anyone.";
  if (access === "signed-in") return "For signed-in people, about their own data.";
  if (access === "operator") return "For operators of the installation; to anyone else, it doesn't exist.";
  return `For team members with the role ${permissions[access].join(", ")}.`;
}
