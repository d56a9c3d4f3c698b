import { buildSettings } from "./build-settings.ts";

/** Referral code from the first URL a visitor opened (product §3). */
const key = `${buildSettings.projectId}.referral`;

type ReferralStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Keeps the code of a URL like `/?ref=ABC123` until access is requested; ignores other params. */
export function rememberReferral(search: string, storage: ReferralStorage | null = findStorage()): void {
  const code = new URLSearchParams(search).get("ref");
  if (code !== null && /^[A-Z0-9]{6}$/.test(code)) storage?.setItem(key, code);
}

export function readReferral(storage: ReferralStorage | null = findStorage()): string | undefined {
  return storage?.getItem(key) ?? undefined;
}

export function forgetReferral(storage: ReferralStorage | null = findStorage()): void {
  storage?.removeItem(key);
}

/** Null where it is blocked, as in frames on other sites. */
function findStorage(): ReferralStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
