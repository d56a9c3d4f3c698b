import type { Endpoint, EndpointResponse } from "@blueprint/contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";

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
  /** Requests a minute from one address; the server's general limit when left out. */
  perMinuteMax?: number;
}

/** Puts a contract endpoint on the server: input is validated before `handle` sees it, output before it leaves. */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: EndpointCall<E>) => Promise<EndpointResponse<E>>,
  options: MountOptions = {},
): void {
  const { params, querystring, body, response } = endpoint.schema;
  app.route({
    method: endpoint.method,
    url: endpoint.url,
    schema: {
      summary: endpoint.summary,
      ...describeAccess(endpoint),
      ...(params === undefined ? {} : { params }),
      ...(querystring === undefined ? {} : { querystring }),
      ...(body === undefined ? {} : { body }),
      response: { 200: response },
    },
    config: {
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

/** What the OpenAPI document says about API keys. */
function describeAccess({ apiScope }: Endpoint): { description?: string; security?: { apiKey: string[] }[] } {
  if (apiScope === undefined) return {};
  return { description: `API keys need the scope \`${apiScope}\`.`, security: [{ apiKey: [] }] };
}
