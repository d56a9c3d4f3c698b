import { appCheckHeader, issueAppCheckToken } from "@blueprint/contract/app-check";
import { providerConstants } from "@blueprint/contract/spec-constants";
import { api } from "./api.ts";

/** Proves to the storage endpoints that a request comes from this page (spec §7: app-check tokens attached). */
export interface AppCheck {
  /**
   * Headers to send; requests a token if there is none, or if it expires soon. @throws ApiError if no token is
   * available
   */
  headers(): Promise<Record<string, string>>;
  /** Call when the server rejects the token: the next request gets a new one. */
  forget(): void;
}

export function createAppCheck(
  ask: () => Promise<{ readonly token: string; readonly expiresInMs: number }>,
  nowMs: () => number = Date.now,
): AppCheck {
  let known: { readonly token: string; readonly expiresAtMs: number } | null = null;
  let asking: Promise<string> | null = null;

  const askOnce = () => {
    asking ??= (async () => {
      // Counted from before the request: better to renew a token too early than to send it too late.
      const askedAtMs = nowMs();
      const { token, expiresInMs } = await ask();
      known = { token, expiresAtMs: askedAtMs + expiresInMs };
      return token;
    })().finally(() => {
      asking = null;
    });
    return asking;
  };

  const getToken = async (): Promise<string> => {
    const held = known;
    if (held === null || held.expiresAtMs <= nowMs()) return askOnce();
    if (held.expiresAtMs - providerConstants.tokenRefreshBeforeExpiryMs > nowMs()) return held.token;
    return askOnce().catch(() => held.token);
  };

  return {
    headers: async () => ({ [appCheckHeader]: await getToken() }),
    forget: () => {
      known = null;
    },
  };
}

export const appCheck = createAppCheck(() => api(issueAppCheckToken, {}));
