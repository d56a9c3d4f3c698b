import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac } from "node:crypto";
import { googlePopup } from "@blueprint/contract/accounts";
import { type ErrorCode, errorCatalogue, isErrorCode } from "@blueprint/contract/errors";
import type { UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { withoutInvisible } from "@blueprint/contract/text";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware, getOAuthState } from "better-auth/api";
import { bearer, genericOAuth, oauthPopup } from "better-auth/plugins";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createDatabase, type Database, type Tx } from "../../db/database.ts";
import { authAccounts, authSessions, authUsers, authVerifications } from "../../db/schema/auth.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { announceSessionEnded, type SessionReader, toCookiePrefix } from "../../platform/http/session.ts";
import { hashPassword, verifyPassword } from "../../platform/password.ts";
import { logSecurity, toAccountMark } from "../../platform/security-log.ts";
import { readSettings } from "../installation-settings/installation-settings.service.ts";
import { noteGoogleLinked, renewPasswordHash } from "./account.service.ts";
import { findSignInState } from "./accounts.repository.ts";
import { type Admission, admit, noteDevice, recordSignIn, requireEnabled, type SignIn } from "./accounts.service.ts";
import { type GoogleSignIn, toProviderConfig } from "./google-provider.ts";
import { noteProof } from "./proof.service.ts";

/** State of one call to the sign-in service. spec §4 counts sign-ins of existing users only. */
export const authCall = new AsyncLocalStorage<{ madeAccount: boolean }>();

/** The current transaction of the sign-in service. */
const authTransaction = new AsyncLocalStorage<Tx>();

/**
 * Lets the service's hooks use the connection of its own transaction. With a second connection each, as many concurrent
 * sign-ins as there are connections would deadlock and block all other requests.
 */
function createSharingDatabase({ db, sql }: Pick<AppContext, "db" | "sql">): Database {
  const sharing = createDatabase(sql);
  sharing.transaction = (work, options) => db.transaction((tx) => authTransaction.run(tx, () => work(tx)), options);
  return sharing;
}

/**
 * Paths that the profile and settings replace with their own rules: name, e-mail address, password, sign-in methods,
 * deletion.
 */
const ownSettingsPaths: ReadonlySet<string> = new Set([
  "/update-user",
  "/change-email",
  "/change-password",
  "/set-password",
  "/delete-user",
  "/unlink-account",
  "/request-password-reset",
  "/reset-password",
  "/reset-password/:token",
]);

/** The server's own statement of the client's address to the sign-in service; client headers are ignored. */
export const peerAddressHeader = "x-blueprint-peer-address";

export type Auth = ReturnType<typeof createAuth>;

/**
 * better-auth runs the sign-in flows; the invitation feature creates accounts in one transaction, so better-auth's own
 * sign-up answers with the invite-only message.
 */
export function createAuth(
  context: AppContext,
  {
    google,
    sessions,
    admission,
  }: { google: GoogleSignIn | null; sessions: Pick<SessionReader, "forget" | "read">; admission: Admission },
) {
  const { config, db, ids, log, secrets, sql } = context;
  return betterAuth({
    appName: "Blueprint",
    baseURL: config.publicUrl,
    basePath: "/api/auth",
    secret: secrets.sessionKey,
    database: drizzleAdapter(createSharingDatabase(context), {
      provider: "pg",
      transaction: true,
      schema: { user: authUsers, session: authSessions, account: authAccounts, verification: authVerifications },
    }),
    user: {
      additionalFields: {
        isOperator: { type: "boolean", input: false, defaultValue: false },
        disabledAt: { type: "date", input: false, required: false },
      },
    },
    account: {
      // The same address by password and by Google is one account; the provider must have verified it.
      // A signed-in user may link another address from the settings.
      accountLinking: { enabled: true, trustedProviders: [], allowDifferentEmails: true },
      updateAccountOnSignIn: false,
    },
    // Errors other than refusals are thrown to the caller: the library would print them, with the values of a failed
    // statement.
    onAPIError: { errorURL: `${config.publicUrl}/login`, throw: true },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.passwordCharactersMin,
      maxPasswordLength: limits.passwordCharactersMax,
      password: { hash: hashPassword, verify: ({ hash: known, password }) => verifyPassword(known, password) },
    },
    advanced: {
      cookiePrefix: toCookiePrefix(config.publicUrl),
      // The prefix implies it already, and more; see `toCookiePrefix`.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: config.publicUrl.startsWith("https:"), path: "/" },
      database: { generateId: () => ids.uuid() },
      ipAddress: { ipAddressHeaders: [peerAddressHeader] },
      // platform/http/same-origin.ts guards every route, including these.
      disableCSRFCheck: true,
    },
    rateLimit: { enabled: false },
    // Refusals are not failures of ours; responses of 500 and above are logged where they are sent.
    logger: {
      log: (level, message, ...facts) => log[level === "error" ? "warn" : "debug"]({ facts }, `sign-in: ${message}`),
    },
    plugins: [
      bearer({ requireSignature: true }),
      genericOAuth({ config: google === null ? [] : [toProviderConfig(google)] }),
      oauthPopup(),
    ],
    hooks: {
      before: createAuthMiddleware(async (call) => {
        if (call.path.startsWith("/sign-up")) throw refusal("access-denied");
        if (ownSettingsPaths.has(call.path)) throw refusal("operation-not-allowed");
        if (call.path !== "/sign-in/email") return;
        // better-auth answers both causes with one code; the specification distinguishes them (spec §8).
        const given = (call.body as { email?: unknown } | undefined)?.email;
        const email = (typeof given === "string" ? given : "").trim().toLowerCase();
        // No pattern treats U+0000 as whitespace, and PostgreSQL cannot search for it.
        if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.includes("\0")) throw refusal("invalid-email");
        const state = await findSignInState(db, email);
        if (state === null) throw refusal("user-not-found");
        if (state.isDisabled) throw refusal("user-disabled");
      }),
      after: createAuthMiddleware(async (call) => {
        const userId = call.context.newSession?.user.id;
        if (call.path !== "/sign-in/email" || userId === undefined) return;
        const { password } = call.body as { password: string };
        await renewPasswordHash(context, userId as UserId, password);
      }),
    },
    databaseHooks: {
      user: {
        create: {
          before: async ({ email, emailVerified, name }) => {
            if (emailVerified && (await admission.isInvited(authTransaction.getStore() ?? db, email)))
              return { data: { name: withoutInvisible(name) || email.split("@")[0] } };
            logSecurity(context, "sign-in.refused", {
              account: toAccountMark(context, email),
              method: "google",
              reason: "access-denied",
            });
            // Includes the address, so that the page can ask for access with it.
            throw new APIError("FORBIDDEN", { code: "access-denied", message: email });
          },
        },
      },
      account: {
        create: {
          before: async (account) => {
            const tx = authTransaction.getStore() ?? db;
            if (account.providerId === "google") await requireGoogleAllowed(tx);
            await requireEnabled(tx, account.userId as UserId).catch(toRefusal);
            // Google is not called after sign-in: tokens that could be stolen are not kept.
            return { data: { accessToken: null, refreshToken: null, idToken: null } };
          },
          after: async ({ providerId, userId }) => {
            if (providerId === "google") await noteGoogleLinked(context, userId as UserId);
          },
        },
      },
      session: {
        create: {
          before: async ({ userId }, request) => {
            if (request?.path.startsWith("/callback/")) {
              await requireGoogleAllowed(authTransaction.getStore() ?? db);
              if ((await getOAuthState())?.callbackURL === googlePopup.confirmPath)
                await confirmByGoogle(context, sessions, request.headers, userId as UserId);
            }
            const madeAccount = await admit(context, admission, userId as UserId).catch((error: unknown) => {
              if (error instanceof AppError) {
                logSecurity(context, "sign-in.refused", { userId, method: toMethod(request), reason: error.code });
                return toRefusal(error);
              }
              log.error({ err: error }, "an account could not be made complete");
              throw refusal("google-profile-not-created");
            });
            const call = authCall.getStore();
            if (madeAccount && call !== undefined) call.madeAccount = true;
          },
          after: async (session, request) => {
            const { id, ipAddress, userAgent } = session;
            const userId = session.userId as UserId;
            const isFirst = authCall.getStore()?.madeAccount === true;
            const facts = { userId, ipAddress: ipAddress ?? "", method: toMethod(request) };
            logSecurity(context, "sign-in.succeeded", facts);
            await noteDevice(context, { id, userId, ipAddress: ipAddress ?? "", userAgent: userAgent ?? "" }, isFirst);
            if (!isFirst) await recordSignIn(context, userId, userAgent ?? "");
          },
        },
        delete: {
          after: async ({ token }) => {
            sessions.forget(token);
            await announceSessionEnded(sql, token);
          },
        },
      },
    },
  });
}

/**
 * Ends a flow in which a signed-in user reauthenticates with Google: their session gets the proof, and no new session
 * starts.
 * @throws APIError always: `confirmed-by-another` unless it is the same user
 */
async function confirmByGoogle(
  context: AppContext,
  sessions: Pick<SessionReader, "read">,
  headers: Headers | undefined,
  userId: UserId,
): Promise<never> {
  const actor = await sessions.read({ cookie: headers?.get("cookie") ?? undefined });
  const facts = { ...(actor === null ? {} : { userId: actor.userId }), method: "google" } as const;
  if (actor?.userId !== userId) {
    logSecurity(context, "confirmation.failed", { ...facts, reason: "confirmed-by-another" });
    throw refusal("confirmed-by-another");
  }
  await noteProof(context.db, context, actor);
  logSecurity(context, "confirmation.succeeded", facts);
  throw new APIError("FORBIDDEN", { code: googlePopup.confirmedCode });
}

/** Checked at the end of the flow, so that the popup reports it to the page that opened it. @throws APIError */
async function requireGoogleAllowed(tx: Tx): Promise<void> {
  if (!(await readSettings(tx)).allowsGoogle) throw refusal("operation-not-allowed");
}

function toMethod(request: { path?: string | undefined } | null | undefined): "password" | "google" | "passkey" {
  if (request?.path === "/sign-in/email") return "password";
  // We open sessions ourselves only after verifying a passkey.
  return request?.path?.startsWith("/callback/") ? "google" : "passkey";
}

/** @throws APIError */
function toRefusal(error: unknown): never {
  throw error instanceof AppError ? refusal(error.code) : error;
}

function refusal(code: ErrorCode): APIError {
  const { status, message } = errorCatalogue[code];
  const names: Record<number, "BAD_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND"> = {
    400: "BAD_REQUEST",
    401: "UNAUTHORIZED",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
  };
  return new APIError(names[status] ?? "INTERNAL_SERVER_ERROR", { code, message });
}

/**
 * Opens a session for a user whom we authenticated ourselves, with the same steps as any other sign-in.
 * @throws AppError `user-disabled`
 */
export function createSessionOpener(auth: Auth, sessionKey: string) {
  return async (request: FastifyRequest, reply: FastifyReply, userId: UserId): Promise<void> => {
    const { internalAdapter, authCookies } = await auth.$context;
    const userAgent = String(request.headers["user-agent"] ?? "");
    const { token } = await authCall
      .run({ madeAccount: false }, () =>
        internalAdapter.createSession(userId, false, { ipAddress: request.ip, userAgent }),
      )
      .catch((error: unknown) => {
        const code = error instanceof APIError ? error.body?.code : undefined;
        throw isErrorCode(code) ? new AppError(code) : error;
      });
    const { name, attributes } = authCookies.sessionToken;
    const signature = createHmac("sha256", sessionKey).update(token).digest("base64");
    const cookie = [
      `${name}=${encodeURIComponent(`${token}.${signature}`)}`,
      `Max-Age=${attributes.maxAge}`,
      "Path=/",
      "HttpOnly",
      "SameSite=Lax",
      ...(attributes.secure === true ? ["Secure"] : []),
    ];
    reply.header("set-cookie", cookie.join("; "));
  };
}

/** Signs a new account in without counting it as a return. */
export function createNewAccountSignIn(auth: Auth): SignIn {
  return async (request, reply, email, password) => {
    const headers = new Headers({
      "user-agent": String(request.headers["user-agent"] ?? ""),
      [peerAddressHeader]: request.ip,
    });
    const response = await authCall
      .run({ madeAccount: true }, () => auth.api.signInEmail({ body: { email, password }, headers, asResponse: true }))
      // The account exists: whatever failed now, signing in again may succeed.
      .catch((cause: unknown) => {
        throw new AppError("user-data-missing", { cause });
      });
    if (!response.ok) throw new AppError("user-data-missing");
    for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
  };
}
