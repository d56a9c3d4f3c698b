import type { z } from "zod";
import type { ApiScope } from "./api-scopes.ts";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./roles.ts";

export type HttpMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * Who has access; the server's test of every endpoint and role proves it.
 * A permission: members of the resource's team whose role has it (`permissions`). Members who may see the team's
 * blueprints but lack the permission get `forbidden`; for everyone else the resource does not exist.
 * `anyone`: no session required. `signed-in`: every account, for its own resources. `operator`: runs the installation;
 * for others the endpoint does not exist.
 */
export type Access = "anyone" | "signed-in" | "operator" | Permission;

/**
 * One operation agreed between browser and server, in Fastify's route shape. The server mounts it, the typed client
 * calls it. `errors` are its specific catalogue codes; any endpoint may also return `unauthenticated`, `not-found`,
 * `invalid-input`, `too-many-requests` and `internal`.
 */
export interface Endpoint {
  readonly method: HttpMethod;
  readonly url: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly schema: {
    readonly params?: z.ZodType;
    readonly querystring?: z.ZodType;
    readonly body?: z.ZodType;
    readonly response: z.ZodType;
  };
  readonly errors: readonly ErrorCode[];
  /** The scope an API key needs; if omitted, no key opens the endpoint. */
  readonly apiScope?: ApiScope;
}

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller passes: only the parts that the endpoint's schema names. */
export type EndpointRequest<E extends Endpoint> = (E["schema"] extends { params: infer P }
  ? { params: Input<P> }
  : unknown) &
  (E["schema"] extends { querystring: infer Q }
    ? Record<never, never> extends Input<Q>
      ? { query?: Input<Q> }
      : { query: Input<Q> }
    : unknown) &
  (E["schema"] extends { body: infer B } ? { body: Input<B> } : unknown);

export type EndpointResponse<E extends Endpoint> = Output<E["schema"]["response"]>;
