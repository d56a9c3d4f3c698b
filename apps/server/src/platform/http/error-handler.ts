import { type ErrorBody, type ErrorCode, errorCatalogue, errorCodeHeader } from "@blueprint/contract/errors";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { AppError } from "../app-error.ts";
import { findPartFailure } from "../part-failure.ts";

/** Maps Fastify's own errors to the catalogue's. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload-too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported-media-type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "invalid-input",
  FST_ERR_CTP_INVALID_JSON_BODY: "invalid-input",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "invalid-input",
  FST_ERR_BAD_URL: "invalid-input",
  // A malformed id cannot name anything.
  FST_ERR_MAX_PARAM_LENGTH: "not-found",
};

/** PostgreSQL's errors for U+0000 in text and in JSON: the client sent invalid text. */
const unstorableTextCodes: ReadonlySet<unknown> = new Set(["22021", "22P05"]);

declare module "fastify" {
  interface FastifyInstance {
    /** Methods allowed for a path; none if it does not exist. */
    findAllowedMethods(path: string): string[];
  }
}

/** An unavailable part is usually back within this time: the embedded database restarts by itself. */
const retryAfterS = 2;

/** One shape for every failure; unexpected errors become `internal` and reveal nothing. Call it before any route. */
export function registerErrorHandler(app: FastifyInstance): void {
  const routes: { methods: string[]; url: string; pattern?: RegExp }[] = [];
  app.addHook("onRoute", ({ method, url }) => void routes.push({ methods: [method].flat(), url }));
  app.decorate("findAllowedMethods", (path: string) => {
    const matching = routes.filter((route) => {
      route.pattern ??= toPattern(route.url);
      return route.pattern.test(path);
    });
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toAppError(error);
    if (failure.status >= 500) request.log.error({ err: error }, "request failed");
    return sendError(request, reply, failure);
  });
}

function toPattern(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part === "*") return ".*";
    return part.startsWith(":") ? "[^/]+" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}

/** Refuses a request without a route: an unknown path, or a method that it does not support. */
export async function sendNoRoute(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const methods = request.server.findAllowedMethods(request.url.split("?", 1)[0] ?? "");
  if (methods.length === 0) return sendError(request, reply, new AppError("not-found"));
  return sendError(request, reply.header("allow", methods.join(", ")), new AppError("method-not-allowed"));
}

/** Refuses what the framework could not route, where no hook has run: with the headers of every response. */
export function sendFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  securityHeaders: Readonly<Record<string, string>>,
): void {
  void sendError(request, reply.headers(securityHeaders), toAppError(error));
}

export async function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): Promise<FastifyReply> {
  // Do not wait for the rest of the body.
  if (error.code === "request-timeout") reply.header("connection", "close");
  const retryAfter = error.retryAfterSeconds ?? (error.status === 503 ? retryAfterS : undefined);
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  reply.status(error.status).header(errorCodeHeader, error.code);
  // In browsers the official storage client recognises a refused app-check token by this status text only, and calls it
  // `storage/unauthorized-app`; its build for Node reads no text and calls every 401 `storage/unauthenticated`.
  if (error.code === "app-check-invalid") reply.raw.statusMessage = "Firebase App Check token is invalid";
  // spec §8: the app's data queries show the body of a failure as it is, so they ask for text.
  if (prefersText(request)) return reply.type("text/plain; charset=utf-8").send(errorCatalogue[error.code].message);
  const body: ErrorBody = {
    code: error.code,
    message: errorCatalogue[error.code].message,
    ...(error.fields === undefined ? {} : { fields: error.fields }),
    requestId: request.id,
  };
  return reply.type("application/json").send(JSON.stringify(body));
}

/** Programs that accept either get JSON. */
function prefersText({ headers }: FastifyRequest): boolean {
  return /^text\/plain\b/.test(headers.accept ?? "");
}

/** Maps what the HTTP parser refuses before there is a request. */
export function toConnectionRefusal({ code }: { code?: string }): ErrorCode {
  if (code === "HPE_HEADER_OVERFLOW") return "headers-too-large";
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request-timeout" : "invalid-input";
}

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id cannot name anything: the same answer as for an unknown one.
    if (error.validationContext === "params") return new AppError("not-found");
    const fields: Record<string, string> = {};
    for (const { instancePath, message } of error.validation) {
      fields[instancePath.replace(/^\//, "").replaceAll("/", ".")] ??= message ?? "Isn't valid.";
    }
    return new AppError("invalid-input", { fields });
  }
  const known = frameworkCodes[error.code];
  if (known !== undefined) return new AppError(known);
  if (error.statusCode === 429) return new AppError("too-many-requests");
  if (error.statusCode === 400 || error instanceof SyntaxError) return new AppError("invalid-input", { cause: error });
  if (isUnstorableText(error)) return new AppError("invalid-input", { cause: error });
  return new AppError(findPartFailure(error) ?? "internal", { cause: error });
}

/** The database's own error is the cause of the one that names the failed statement. */
function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && unstorableTextCodes.has(error.code)) || isUnstorableText(error.cause);
}
