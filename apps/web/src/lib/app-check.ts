import { appCheckHeader, issueAppCheckToken } from "@blueprint/contract/app-check";
import { providerConstants } from "@blueprint/contract/spec-constants";
import { api } from "./api.ts";

/** Shows the storage endpoints that a request comes from this page (spec §7: app-check tokens attached). */
export interface AppCheck {
  /** To send along; asks for a token where there is none, or where it ends soon. @throws ApiError when there is none to be had */
  headers(): Promise<Record<string, string>>;
  /** The server refused the token: the next request gets a new one. */
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
      // Counted from before the question: a token is rather renewed too early than sent too late.
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
