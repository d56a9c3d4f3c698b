import { buildSettings } from "./build-settings.ts";

/**
 * Where somebody wanted to go before they were asked to sign in (spec §2). Each tab keeps its own. The newest one is kept
 * beside them for the tab in which a mail's link opens.
 */
const key = `${buildSettings.projectId}.destination`;

const beyondKey = `${key}.beyond`;

/** As long as an invitation is valid unless an operator says otherwise. */
const keptForMailsMs = 7 * 24 * 3600 * 1000;

type DestinationStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface DestinationStorages {
  readonly tab: DestinationStorage;
  readonly browser: DestinationStorage;
}

/** What this tab keeps, and what every tab of this browser sees. */
const ownStorages = (): DestinationStorages => ({ tab: sessionStorage, browser: localStorage });

export function storeDestination(
  destination: string,
  /** `tab`: means nothing elsewhere. `stop`: nor does it, and what was wanted at first comes after it. */
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

/**
 * The stored destination, which is cleared: this tab's own, or where a mail's link opened this tab, the one that another
 * tab stored.
 */
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

/** Null also for one that is too old to be still wanted. */
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
