import type { z } from "zod";
import type { ApiScope } from "./api-scopes.ts";
import type { ErrorCode } from "./errors.ts";
import type { Permission } from "./roles.ts";

export type HttpMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * Who is let through; the server's walk over every endpoint and role proves it.
 * A permission: members of the thing's team whose role has it (`permissions`); who may see the team's blueprints but not
 * do this is answered `forbidden`, everybody else as if the thing did not exist.
 * `anyone`: without a session too. `signed-in`: everybody with an account, about their own things. `operator`: whoever
 * runs the installation; for others it does not exist.
 */
export type Access = "anyone" | "signed-in" | "operator" | Permission;

/**
 * One operation that browser and server agree on, in Fastify's own route shape. The server mounts it, the typed
 * client calls it. `errors` are the catalogue codes of its own; `unauthenticated`, `not-found`, `invalid-input`,
 * `too-many-requests` and `internal` may come from any.
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
  /** The scope with which an API key opens it; left out: no key does. */
  readonly apiScope?: ApiScope;
}

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller gives: only the parts that the endpoint's schema names. */
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
