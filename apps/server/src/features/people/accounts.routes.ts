import type { GoogleState } from "@blueprint/contract/accounts";
import * as endpoints from "@blueprint/contract/accounts";
import { type ErrorCode, isErrorCode } from "@blueprint/contract/errors";
import { emailSchema } from "@blueprint/contract/text";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Config } from "../../config.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { readOrigin, requireActor } from "../../platform/http/actor.ts";
import { sendError } from "../../platform/http/error-handler.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import type { SessionReader } from "../../platform/http/session.ts";
import { readSettings } from "../installation-settings/installation-settings.service.ts";
import { setAccountDisabled } from "./accounts.service.ts";
import { type Auth, authCall, peerAddressHeader } from "./auth.ts";
import type { GoogleSignIn } from "./google-provider.ts";
import { requestPasswordReset, resetPassword } from "./password-resets.service.ts";
import { beginSignIn, endSignIn } from "./password-sign-in.service.ts";
import { requireProof } from "./proof.service.ts";

/** Maps better-auth's codes to the catalogue's. */
const catalogueCodes: Record<string, ErrorCode> = {
  INVALID_EMAIL: "invalid-email",
  INVALID_EMAIL_OR_PASSWORD: "wrong-password",
  INVALID_PASSWORD: "wrong-password",
  USER_NOT_FOUND: "user-not-found",
  USER_ALREADY_EXISTS: "email-already-in-use",
  PASSWORD_TOO_SHORT: "weak-password",
  PASSWORD_TOO_LONG: "weak-password",
  VALIDATION_ERROR: "invalid-input",
};
const paths = {
  signIn: "/api/auth/sign-in/email",
  askForReset: "/api/auth/request-password-reset",
  reset: "/api/auth/reset-password",
  linking: ["/api/auth/link-social", "/api/auth/oauth2/link"],
};
const bodyBytesMax = 64 * 1024;

export interface AccountRouteDeps {
  auth: Auth;
  /** Null when no provider is reachable. */
  google: GoogleSignIn | null;
  sessions: Pick<SessionReader, "forget">;
}

/** Mounts better-auth under /api/auth, with its failures in our common shape, and the other sign-in endpoints. */
export function registerAccountRoutes(
  app: FastifyInstance,
  context: AppContext,
  { auth, google, sessions }: AccountRouteDeps,
): void {
  const { config } = context;
  mount(app, endpoints.getAuthMethods, async ({ request, reply }) => {
    reply.header("cache-control", "no-store");
    return {
      google: toGoogleState(config, google, request, (await readSettings(context.db)).allowsGoogle),
      destinationOrigins: config.destinationOrigins,
    };
  });
  mount(app, endpoints.setAccountDisabled, async ({ actor, params, body: { disabled } }) => {
    const ended = await setAccountDisabled(context, actor, params.userId, disabled);
    for (const token of ended) sessions.forget(token);
    return { disabled, sessionsEnded: ended.length };
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: ["GET", "POST"],
      url: "/api/auth/*",
      schema: { hide: true },
      // The popup's pages report to their opener, so they must keep it; they send a strict CSP themselves.
      helmet: { crossOriginOpenerPolicy: false },
      config: {
        access: "anyone",
        rateLimit: {
          max: context.config.signInAttemptsPerMinute,
          timeWindow: 60_000,
          // The popup's start writes a row.
          allowList: (request: FastifyRequest) =>
            request.method === "GET" && !request.url.startsWith(endpoints.googlePopup.startPath),
        },
      },
      handler: async (request, reply) => {
        const path = request.url.split("?")[0] as string;
        if (path === paths.askForReset) return await acceptPasswordReset(context, request, reply);
        if (path === paths.reset) {
          const ended = await resetPassword(context, readBody(request, resetSchema), readOrigin(request));
          for (const token of ended) sessions.forget(token);
          return reply.send({ status: true });
        }
        if (paths.linking.includes(path)) await requireProof(context.db, context, requireActor(request));
        const email = path === paths.signIn ? readBody(request, addressSchema).email : null;
        const attempt = email === null ? null : await beginSignIn(context, email, readOrigin(request));
        const response = await authCall.run({ madeAccount: false }, () => auth.handler(toWebRequest(request)));
        const failure = response.status < 400 ? null : await readFailure(request, response);
        if (attempt !== null) await endSignIn(context, attempt, failure?.code ?? null);
        if (failure !== null) return sendError(request, reply, failure);
        return await sendWebResponse(reply, response);
      },
    });
  });
}

/** The parts of a request to the sign-in service that are read here. The service itself refuses anything else. */
const addressSchema = z.object({ email: z.string().catch("") }).catch({ email: "" });
const resetSchema = z.object({ token: z.string().catch(""), newPassword: z.string().catch("") }).catch({
  token: "",
  newPassword: "",
});

function readBody<S extends z.ZodType>({ body }: FastifyRequest, schema: S): z.output<S> {
  try {
    return schema.parse(JSON.parse(body instanceof Buffer ? body.toString("utf8") : ""));
  } catch {
    return schema.parse(undefined);
  }
}

/**
 * Answers before any lookup, so that neither the answer nor its timing reveals whether the account exists. Later
 * failures are logged.
 */
async function acceptPasswordReset(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const email = emailSchema.safeParse(readBody(request, addressSchema).email);
  if (!email.success) throw new AppError("invalid-email");
  const origin = readOrigin(request);
  reply.raw.once("finish", () => {
    requestPasswordReset(context, email.data, origin).catch((error: unknown) =>
      request.log.error({ err: error }, "a password could not be reset"),
    );
  });
  return reply.send({ status: true });
}

function toGoogleState(
  config: Config,
  google: GoogleSignIn | null,
  request: FastifyRequest,
  isAllowed: boolean,
): GoogleState {
  if (config.google === undefined) return "not-configured";
  if (!isAllowed) return "switched-off";
  if (google === null) return "issuer-unreachable";
  // Google redirects to the public address, where cookies of another address are not sent.
  return request.host === new URL(config.publicUrl).host ? "available" : "other-address";
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  // Overwrites whatever the client sent: the address of the real peer, or what a trusted proxy states.
  headers.set(peerAddressHeader, request.ip);
  const url = new URL(request.url, `${request.protocol}://${request.host}`);
  const body = request.body instanceof Buffer && request.body.length > 0 ? new Uint8Array(request.body) : null;
  // The library parses other content types differently, and fails where it expects an object's fields.
  if (body !== null && !/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    throw new AppError("unsupported-media-type");
  }
  return new Request(url, { method: request.method, headers, body });
}

/** Copies status, headers (each Set-Cookie separately) and body. */
export async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  copyHeaders(reply, response);
  return reply.status(response.status).send(response.body === null ? null : Buffer.from(await response.arrayBuffer()));
}

export function copyHeaders(reply: FastifyReply, response: Response): void {
  for (const [name, value] of response.headers)
    if (name !== "set-cookie" && name !== "content-length") reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
}

/** The sign-in service's refusal in catalogue terms. */
async function readFailure(request: FastifyRequest, response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => ({}))) as { code?: string };
  const code = body.code ?? "";
  if (isErrorCode(code)) return new AppError(code);
  const known = catalogueCodes[code];
  if (known !== undefined) return new AppError(known);
  if (response.status >= 500) request.log.error({ status: response.status, code }, "sign-in service failed");
  const byStatus: Record<number, ErrorCode> = {
    400: "invalid-input",
    401: "unauthenticated",
    403: "operation-not-allowed",
    404: "not-found",
    405: "method-not-allowed",
    409: "conflict",
    413: "payload-too-large",
    415: "unsupported-media-type",
    429: "too-many-requests",
  };
  return new AppError(byStatus[response.status] ?? (response.status < 500 ? "invalid-input" : "internal"));
}
