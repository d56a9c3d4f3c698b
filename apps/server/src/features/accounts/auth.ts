import { AsyncLocalStorage } from "node:async_hooks";
import { type ErrorCode, errorCatalogue } from "@blueprint/contract/errors";
import { limits } from "@blueprint/contract/limits";
import { hash, verify } from "@node-rs/argon2";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { bearer } from "better-auth/plugins";
import { authAccounts, authSessions, authUsers, authVerifications } from "../../db/schema/auth.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { announceSessionEnded } from "../../platform/http/session.ts";
import { passwordResetMail } from "./accounts.mail.ts";
import { findSignInState } from "./accounts.repository.ts";
import { recordSignIn, type SignIn } from "./accounts.service.ts";

/** Set while the session of a brand-new account is made: spec §4 counts sign-ins of existing users only. */
export const newAccountSession = new AsyncLocalStorage<true>();

/** argon2id, 19 MiB, two passes: OWASP's first recommendation, ~10 ms here. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * better-auth carries the flows of signing in; accounts themselves are made by the invitation feature in one
 * transaction, so its own sign-up answers with the invite-only message.
 */
export function createAuth(context: AppContext) {
  const { config, db, ids, jobs, secrets, sql } = context;
  return betterAuth({
    appName: "Blueprint",
    baseURL: config.publicUrl,
    basePath: "/api/auth",
    secret: secrets.sessionKey,
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user: authUsers, session: authSessions, account: authAccounts, verification: authVerifications },
    }),
    user: {
      additionalFields: {
        isOperator: { type: "boolean", input: false, defaultValue: false },
        disabledAt: { type: "date", input: false, required: false },
      },
    },
    session: { expiresIn: 30 * 24 * 3600, updateAge: 24 * 3600 },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.passwordCharactersMin,
      maxPasswordLength: limits.passwordCharactersMax,
      password: { hash: hashPassword, verify: ({ hash: known, password }) => verify(known, password) },
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => {
        const url = `${config.publicUrl}/login?reset=${encodeURIComponent(token)}`;
        await jobs.enqueue(db, "send-mail", passwordResetMail({ to: user.email, name: user.name, url }));
      },
    },
    advanced: {
      database: { generateId: () => ids.uuid() },
      // platform/http/same-origin.ts stands before every route, these included.
      disableCSRFCheck: true,
    },
    rateLimit: { enabled: false },
    plugins: [bearer({ requireSignature: true })],
    hooks: {
      before: createAuthMiddleware(async (call) => {
        if (call.path.startsWith("/sign-up")) throw refusal("access-denied");
        if (call.path !== "/sign-in/email") return;
        // better-auth answers both causes with one code; the specification tells them apart (spec §8).
        const email = String((call.body as { email?: unknown } | undefined)?.email ?? "")
          .trim()
          .toLowerCase();
        const state = await findSignInState(db, email);
        if (state === null) throw refusal(/^[^@\s]+@[^@\s]+$/.test(email) ? "user-not-found" : "invalid-email");
        if (state.isDisabled) throw refusal("user-disabled");
      }),
    },
    databaseHooks: {
      user: { create: { before: async () => false } },
      session: {
        create: {
          after: async (session) => {
            if (newAccountSession.getStore() === undefined) await recordSignIn(context, session.userId);
          },
        },
        delete: { after: (session) => announceSessionEnded(sql, session.token) },
      },
    },
  });
}

function refusal(code: ErrorCode): APIError {
  const { status, message } = errorCatalogue[code];
  const name = ({ 400: "BAD_REQUEST", 401: "UNAUTHORIZED", 403: "FORBIDDEN", 404: "NOT_FOUND" } as const)[
    status as 400 | 401 | 403 | 404
  ];
  return new APIError(name, { code, message });
}

/** Signs a brand-new account in without counting it as a return. */
export function createNewAccountSignIn(auth: Auth): SignIn {
  return async (request, reply, email, password) => {
    const headers = new Headers({ "user-agent": String(request.headers["user-agent"] ?? "") });
    const response = await newAccountSession.run(true, () =>
      auth.api.signInEmail({ body: { email, password }, headers, asResponse: true }),
    );
    if (!response.ok) throw new AppError("user-data-missing");
    for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
  };
}
