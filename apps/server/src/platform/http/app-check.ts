import { appCheckHeader, appCheckLifetimeMs } from "@blueprint/contract/app-check";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../app-context.ts";
import { AppError } from "../app-error.ts";
import { isSigned, sign } from "../secrets.ts";
import { type Actor, requireActor } from "./actor.ts";
import { hasBearerToken } from "./session.ts";

type TokenContext = Pick<AppContext, "secrets" | "clock">;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
// The official client reads the time of issue from the token, so it has the form of a JSON Web Token.
const tokenHeader = encode({ alg: "HS256", typ: "JWT" });

export function makeAppCheckToken({ secrets, clock }: TokenContext): string {
  const iat = Math.floor(clock.now().getTime() / 1000);
  const signed = `${tokenHeader}.${encode({ iat, exp: iat + appCheckLifetimeMs / 1000 })}`;
  return `${signed}.${sign(secrets.appCheckKey, signed)}`;
}

function isAppCheckTokenValid({ secrets, clock }: TokenContext, token: string): boolean {
  const [header, payload = "", signature = "", ...rest] = token.split(".");
  // Only one algorithm is accepted, whatever the token claims.
  if (header !== tokenHeader || rest.length > 0) return false;
  if (!isSigned(secrets.appCheckKey, `${header}.${payload}`, signature)) return false;
  const { exp } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as { exp: number };
  return exp * 1000 > clock.now().getTime();
}

/**
 * The caller, from one of our own pages or a program: for storage, a browser's session counts only with an app-check
 * token (spec §7). A program has a bearer session, which no other site's page can make a browser send.
 * @throws AppError `unauthenticated`, `app-check-invalid`
 */
export function requireCheckedActor(context: TokenContext, request: FastifyRequest): Actor {
  const actor = requireActor(request);
  const token = request.headers[appCheckHeader];
  if (token === undefined && !isBrowser(request)) return actor;
  if (typeof token !== "string" || !isAppCheckTokenValid(context, token)) throw new AppError("app-check-invalid");
  return actor;
}

// Sec-Fetch-Mode would prove nothing: Node's own fetch sends it.
function isBrowser({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return !hasBearerToken(headers) || headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
}
