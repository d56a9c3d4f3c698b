import { buildSettings } from "./build-settings.ts";

/** Where somebody wanted to go before they were asked to sign in (spec §2). Kept for this tab only. */
const key = `${buildSettings.projectId}.destination`;

type DestinationStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function storeDestination(destination: string, storage: DestinationStorage = sessionStorage): void {
  storage.setItem(key, destination);
}

export type Destination =
  | { readonly kind: "route"; readonly href: string }
  | { readonly kind: "page"; readonly url: string };

/** The stored destination, which is cleared. */
export function takeDestination(storage: DestinationStorage = sessionStorage): string | null {
  const stored = storage.getItem(key);
  storage.removeItem(key);
  return stored;
}

/**
 * spec §2: a destination starting with `http` is loaded as a page, on our own origin or a configured one only; a path
 * stays in the app. Null when it leads anywhere else.
 */
export function toDestination(
  destination: string,
  origin: string,
  otherOrigins: readonly string[] = [],
): Destination | null {
  if (!URL.canParse(destination, origin)) return null;
  const url = new URL(destination, origin);
  if (/^https?:/i.test(destination))
    return url.origin === origin || otherOrigins.includes(url.origin) ? { kind: "page", url: url.href } : null;
  // "//host", "/\\host" and a scheme of its own are parsed above and fail here.
  if (url.origin !== origin || !destination.startsWith("/")) return null;
  return { kind: "route", href: url.pathname + url.search + url.hash };
}
