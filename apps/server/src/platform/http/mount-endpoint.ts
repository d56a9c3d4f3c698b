import type { Access, Endpoint, EndpointResponse } from "@blueprint/contract/endpoint";
import type { BlueprintId, ScanId, TeamId } from "@blueprint/contract/ids";
import { isPermission, type Permission, permissions } from "@blueprint/contract/roles";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Answered } from "../read-path/answer-memory.ts";
import { type Actor, requireActor, requireOperator } from "./actor.ts";
import type { LookedFor } from "./gate.ts";
import type { BlueprintScope, ScanScope, TeamScope } from "./scope.ts";

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

/** The caller: checked already, unless the endpoint is open to anyone. */
type CallerOf<E extends Endpoint> = E["access"] extends "anyone" ? Actor | null : Actor;

/** Proof of the permission that the endpoint declares, on the thing that its request names. */
type ScopeOf<E extends Endpoint> = E["access"] extends Permission
  ? Parsed<E, "params"> extends { scanId: ScanId }
    ? ScanScope
    : Parsed<E, "params"> extends { blueprintId: BlueprintId }
      ? BlueprintScope
      : TeamScope
  : undefined;

export interface EndpointCall<E extends Endpoint> {
  actor: CallerOf<E>;
  scope: ScopeOf<E>;
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
  /** Whether it also works on objects in the bin; by default they don't exist. */
  lookedFor?: LookedFor;
}

/**
 * Mounts a contract endpoint: first requires a user or an operator, then validates the input, then requires the
 * permission that the contract declares, and passes the caller and the proof to `handle`. Validates the output before it is
 * sent, unless `handle` has sent its own answer.
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
    handler: async (request, reply) =>
      handle({
        actor: request.actor as CallerOf<E>,
        scope: (await findScope(app, endpoint.access, request, options)) as ScopeOf<E>,
        params: request.params as Parsed<E, "params">,
        query: request.query as Parsed<E, "querystring">,
        body: request.body as Parsed<E, "body">,
        request,
        reply,
      }),
  });
}

interface NamedThings {
  scanId?: ScanId;
  blueprintId?: BlueprintId;
  teamId?: TeamId;
}

/** The address names the object. For a list or a new object, the query or the body names its team. */
function findScope(
  { gate }: FastifyInstance,
  access: Access,
  request: FastifyRequest,
  { lookedFor = "in-use" }: MountOptions,
): Promise<TeamScope> | undefined {
  if (!isPermission(access)) return undefined;
  const actor = request.actor as Actor;
  const { scanId, blueprintId, teamId: addressed } = request.params as NamedThings;
  if (scanId !== undefined) return gate.requireScan(actor, scanId, access, lookedFor);
  if (blueprintId !== undefined) return gate.requireBlueprint(actor, blueprintId, access);
  const teamId =
    addressed ?? (request.query as NamedThings).teamId ?? (request.body as NamedThings | undefined)?.teamId;
  if (teamId === undefined) throw new Error("An endpoint with a permission names no team, blueprint or scan.");
  return gate.requireTeam(actor, teamId, access, lookedFor);
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
