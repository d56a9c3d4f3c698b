import { googlePopup } from "@blueprint/contract/accounts";
import { ApiError } from "@blueprint/contract/api-client";
import { type ErrorCode, isErrorCode } from "@blueprint/contract/errors";
import { buildSettings } from "../../lib/build-settings.ts";

const width = 500;
const height = 640;
const closedPollMs = 250;
/** A self-closing popup's last message may arrive after the page sees it closed. */
const lastMessageWithinMs = 1_000;
// Where the server redirects a popup that lost its opener; the second path means a new account.
const knownAccountPath = "/login";
const newAccountPath = "/onboarding";

/** Origin of the popup, and the only one trusted to report its outcome. */
const authOrigin = () => new URL(buildSettings.authDomain, location.origin).origin;

export interface GooglePopup {
  readonly window: Window;
  readonly nonce: string;
}

/**
 * Must be called from the click itself: browsers block the window later. For "confirm", it creates no session.
 * @returns null if the browser blocked it
 */
export function openGooglePopup(purpose: "sign-in" | "confirm" = "sign-in"): GooglePopup | null {
  const nonce = crypto.randomUUID();
  const start = new URL(googlePopup.startPath, authOrigin());
  start.search = new URLSearchParams({
    provider: googlePopup.providerId,
    popupOrigin: location.origin,
    popupNonce: nonce,
    callbackURL: purpose === "confirm" ? googlePopup.confirmPath : knownAccountPath,
    newUserCallbackURL: newAccountPath,
  }).toString();
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  const opened = open(start, "blueprint-google", `popup,width=${width},height=${height},left=${left},top=${top}`);
  return opened === null ? null : { window: opened, nonce };
}

/**
 * Waits for the popup's outcome; this browser then holds the session.
 * @throws ApiError: `popup-closed-by-user`, `popup-blocked`, `access-denied` (its field `email` is the address), and
 * others of spec §8
 */
export function waitForGoogle(popup: GooglePopup | null): Promise<{ isNewAccount: boolean }> {
  if (popup === null) return Promise.reject(new ApiError("popup-blocked", 403));
  return new Promise((resolve, reject) => {
    let closedSince: number | null = null;
    const end = () => {
      clearInterval(poll);
      removeEventListener("message", onMessage);
      popup.window.close();
    };
    const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin !== authOrigin()) return;
      const outcome = readOutcome(data, popup.nonce);
      if (outcome === null) return;
      end();
      if (outcome instanceof ApiError) reject(outcome);
      else resolve(outcome);
    };
    const poll = setInterval(() => {
      if (!popup.window.closed) return;
      closedSince ??= performance.now();
      if (performance.now() - closedSince < lastMessageWithinMs) return;
      end();
      reject(new ApiError("popup-closed-by-user", 400));
    }, closedPollMs);
    addEventListener("message", onMessage);
  });
}

/** Parses a popup message; null if it isn't from the popup. Ignores the token in it: the session is in a cookie. */
export function readOutcome(data: unknown, nonce: string): { isNewAccount: boolean } | ApiError | null {
  if (typeof data !== "object" || data === null) return null;
  const message = data as Record<string, unknown>;
  if (message.type !== googlePopup.messageType || message.nonce !== nonce) return null;
  if (typeof message.error === "object" && message.error !== null) {
    const { code, description } = message.error as { code?: unknown; description?: unknown };
    if (code === googlePopup.confirmedCode) return { isNewAccount: false };
    const known = toErrorCode(String(code));
    return new ApiError(known, 400, known === "access-denied" ? { email: String(description ?? "") } : {});
  }
  if (typeof message.token !== "string") return null;
  return { isNewAccount: message.redirectTo === newAccountPath };
}

function toErrorCode(code: string): ErrorCode {
  if (isErrorCode(code)) return code;
  // OAuth's code for a user who cancelled at the provider. Our code for "not invited" has a hyphen.
  if (code === "access_denied") return "popup-closed-by-user";
  if (["account_not_linked", "provider_not_found", "email_not_found"].includes(code)) return "operation-not-allowed";
  return "internal";
}
