/** Where somebody wanted to go before they were asked to sign in (spec §2). Kept for this tab only. */
const key = "blueprint.destination";

type DestinationStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function storeDestination(destination: string, storage: DestinationStorage = sessionStorage): void {
  storage.setItem(key, destination);
}

export type Destination =
  | { readonly kind: "route"; readonly href: string }
  | { readonly kind: "page"; readonly url: string };

/** The stored destination, which is cleared; null when there is none or it leads off this origin. */
export function takeDestination(
  origin: string = location.origin,
  storage: DestinationStorage = sessionStorage,
): Destination | null {
  const stored = storage.getItem(key);
  storage.removeItem(key);
  return stored === null ? null : toDestination(stored, origin);
}

/** A path stays in the app; an address starting with `http` is loaded as a page, on our own origin only. */
export function toDestination(destination: string, origin: string): Destination | null {
  if (!URL.canParse(destination, origin)) return null;
  const url = new URL(destination, origin);
  if (url.origin !== origin) return null;
  if (/^https?:/i.test(destination)) return { kind: "page", url: url.href };
  // "//host", "/\host" and a scheme of its own are parsed above and fail the origin check.
  if (!destination.startsWith("/")) return null;
  return { kind: "route", href: url.pathname + url.search + url.hash };
}
