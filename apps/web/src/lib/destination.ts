import { buildSettings } from "./build-settings.ts";

/**
 * Where a user wanted to go before they were asked to sign in (spec §2). Each tab keeps its own. The newest is also
 * shared with the tab in which a mail's link opens.
 */
const key = `${buildSettings.projectId}.destination`;

const beyondKey = `${key}.beyond`;

/** The default lifetime of an invitation. */
const keptForMailsMs = 7 * 24 * 3600 * 1000;

type DestinationStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface DestinationStorages {
  readonly tab: DestinationStorage;
  readonly browser: DestinationStorage;
}

/** This tab's storage, and the one that all tabs of this browser share. */
const ownStorages = (): DestinationStorages => ({ tab: sessionStorage, browser: localStorage });

export function storeDestination(
  destination: string,
  /** `tab`: not shared with other tabs. `stop`: not shared either, and the original destination follows it. */
  reach: "browser" | "tab" | "stop" = "browser",
  { tab, browser }: DestinationStorages = ownStorages(),
): void {
  const beyond = tab.getItem(key) ?? readShared(browser);
  if (reach === "stop" && beyond !== null && beyond !== destination) tab.setItem(beyondKey, beyond);
  tab.setItem(key, destination);
  if (reach === "browser") browser.setItem(key, JSON.stringify({ destination, storedAtMs: Date.now() }));
}

export type Destination =
  | { readonly kind: "route"; readonly href: string }
  | { readonly kind: "page"; readonly url: string };

/** Returns the stored destination and clears it: this tab's own, or another tab's if a mail's link opened this tab. */
export function takeDestination(
  cameBy: "this-tab" | "mail" = "this-tab",
  { tab, browser }: DestinationStorages = ownStorages(),
): string | null {
  const own = tab.getItem(key);
  const shared = readShared(browser);
  tab.removeItem(key);
  const beyond = tab.getItem(beyondKey);
  tab.removeItem(beyondKey);
  if (beyond !== null) tab.setItem(key, beyond);
  const taken = own ?? (cameBy === "mail" ? shared : null);
  if (taken === shared) browser.removeItem(key);
  return taken;
}

/** Null also if it has expired. */
function readShared(browser: DestinationStorage): string | null {
  try {
    const { destination, storedAtMs } = JSON.parse(browser.getItem(key) ?? "{}") as Record<string, unknown>;
    const isFresh = typeof storedAtMs === "number" && Date.now() - storedAtMs < keptForMailsMs;
    return isFresh && typeof destination === "string" ? destination : null;
  } catch {
    return null;
  }
}

/**
 * spec §2: a destination starting with `http` is loaded as a page, on our own origin or a configured one only; a path
 * stays in the app. Null for anything else.
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
  // "//host", "/\\host" and other schemes are parsed above and fail here.
  if (url.origin !== origin || !destination.startsWith("/")) return null;
  return { kind: "route", href: url.pathname + url.search + url.hash };
}
