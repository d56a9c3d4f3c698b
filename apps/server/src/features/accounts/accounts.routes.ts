import { type ErrorCode, isErrorCode } from "@blueprint/contract/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { sendError } from "../../platform/http/error-handler.ts";
import type { Auth } from "./auth.ts";

/** better-auth's codes in the catalogue's words. */
const catalogueCodes: Record<string, ErrorCode> = {
  INVALID_EMAIL: "invalid-email",
  INVALID_EMAIL_OR_PASSWORD: "wrong-password",
  INVALID_PASSWORD: "wrong-password",
  USER_NOT_FOUND: "user-not-found",
  USER_ALREADY_EXISTS: "email-already-in-use",
  PASSWORD_TOO_SHORT: "weak-password",
  PASSWORD_TOO_LONG: "weak-password",
  INVALID_TOKEN: "invitation-expired",
  VALIDATION_ERROR: "invalid-input",
};
const signInAttemptsPerMinute = 20;
const bodyBytesMax = 64 * 1024;

/** Mounts better-auth under /api/auth. Its failures leave in our one shape. */
export function registerAccountRoutes(app: FastifyInstance, _context: AppContext, auth: Auth): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: ["GET", "POST"],
      url: "/api/auth/*",
      schema: { hide: true },
      config: {
        rateLimit: {
          max: signInAttemptsPerMinute,
          timeWindow: 60_000,
          allowList: (request: FastifyRequest) => request.method === "GET",
        },
      },
      handler: async (request, reply) => {
        const response = await auth.handler(toWebRequest(request));
        if (response.status >= 400) return await sendFailure(request, reply, response);
        return await sendWebResponse(reply, response);
      },
    });
  });
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const url = new URL(request.url, `${request.protocol}://${request.host}`);
  const body = request.body instanceof Buffer && request.body.length > 0 ? new Uint8Array(request.body) : null;
  return new Request(url, { method: request.method, headers, body });
}

/** Copies status, headers (every Set-Cookie on its own) and body. */
export async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  copyHeaders(reply, response);
  return reply.status(response.status).send(response.body === null ? null : Buffer.from(await response.arrayBuffer()));
}

export function copyHeaders(reply: FastifyReply, response: Response): void {
  for (const [name, value] of response.headers)
    if (name !== "set-cookie" && name !== "content-length") reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
}

async function sendFailure(request: FastifyRequest, reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const body = (await response.json().catch(() => ({}))) as { code?: string };
  const code = body.code ?? "";
  if (isErrorCode(code)) return sendError(request, reply, new AppError(code));
  const known = catalogueCodes[code];
  if (known !== undefined) return sendError(request, reply, new AppError(known));
  if (response.status >= 500) request.log.error({ status: response.status, code }, "sign-in service failed");
  const byStatus: Record<number, ErrorCode> = {
    400: "invalid-input",
    401: "unauthenticated",
    403: "operation-not-allowed",
    404: "not-found",
    429: "too-many-requests",
  };
  return sendError(request, reply, new AppError(byStatus[response.status] ?? "internal"));
}
