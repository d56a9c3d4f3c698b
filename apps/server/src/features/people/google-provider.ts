import { setTimeout as wait } from "node:timers/promises";
import type { GenericOAuthConfig } from "better-auth/plugins";
import { z } from "zod";
import type { Config } from "../../config.ts";
import type { Logger } from "../../platform/app-context.ts";

const answerWithinMs = 10_000;
const attemptsMax = 5;
const firstPauseMs = 200;

export interface GoogleEndpoints {
  authorizationUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
  /** An issuer may refuse an unknown prompt (OpenID Connect Core §3.1.2.1), so it is requested only where it works. */
  hasAccountChooser: boolean;
}

export type GoogleSignIn = NonNullable<Config["google"]> & GoogleEndpoints;

// Hard-coded, because a failed read of the discovery document must not remove the button.
const googleEndpoints: GoogleEndpoints = {
  authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  userInfoUrl: "https://openidconnect.googleapis.com/v1/userinfo",
  hasAccountChooser: true,
};

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  prompt_values_supported: z.array(z.string()).optional(),
});

const profileSchema = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
});

/** Null when nothing is configured or another issuer's discovery document cannot be read; logs the reason. */
export async function findGoogleSignIn(google: Config["google"], log: Logger): Promise<GoogleSignIn | null> {
  if (google === undefined) return null;
  if (google.issuer === "https://accounts.google.com") return { ...google, ...googleEndpoints };
  for (let attempt = 1; ; attempt++) {
    try {
      return { ...google, ...(await readDiscovery(google.issuer)) };
    } catch (error) {
      if (attempt < attemptsMax) {
        await wait(firstPauseMs * 2 ** (attempt - 1));
        continue;
      }
      // Users can still sign in with a password, so the server starts.
      log.error(
        { err: error },
        `GOOGLE_ISSUER ${google.issuer} can't be read. Google sign-in stays off until a restart`,
      );
      return null;
    }
  }
}

async function readDiscovery(issuer: string): Promise<GoogleEndpoints> {
  const url = `${issuer}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const document = discoverySchema.parse(await response.json());
  if (document.issuer.replace(/\/+$/, "") !== issuer) throw new Error(`${url} belongs to ${document.issuer}.`);
  return {
    authorizationUrl: document.authorization_endpoint,
    tokenUrl: document.token_endpoint,
    userInfoUrl: document.userinfo_endpoint,
    hasAccountChooser: document.prompt_values_supported?.includes("select_account") ?? false,
  };
}

/** A code flow with PKCE. The identity comes from the userinfo endpoint, read with the token of this flow. */
export function toProviderConfig(google: GoogleSignIn): GenericOAuthConfig<"google"> {
  return {
    providerId: "google",
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    authorizationUrl: google.authorizationUrl,
    tokenUrl: google.tokenUrl,
    userInfoUrl: google.userInfoUrl,
    tokenEndpointAuth: { method: "client_secret_basic" },
    scopes: ["openid", "email", "profile"],
    pkce: true,
    // spec §7: the account chooser is always shown.
    ...(google.hasAccountChooser ? { prompt: "select_account" as const } : {}),
    accountSubject: ({ profile }) => String(profile.sub ?? ""),
    getUserInfo: async ({ accessToken }) => {
      const response = await fetch(google.userInfoUrl, {
        headers: { authorization: `Bearer ${accessToken}` },
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const profile = profileSchema.safeParse(response.ok ? await response.json() : null);
      if (!profile.success) return null;
      const { sub, email, email_verified: emailVerified = false, name, picture } = profile.data;
      return {
        id: sub,
        sub,
        emailVerified,
        name: name?.trim() || email?.split("@")[0] || "",
        ...(email === undefined ? {} : { email }),
        ...(picture === undefined ? {} : { image: picture }),
      };
    },
  };
}
