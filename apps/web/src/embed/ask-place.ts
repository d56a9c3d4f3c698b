import { oembedUrl } from "@blueprint/contract/embed-addresses";
import { shortLinkParam, shortLinkPath } from "@blueprint/contract/short-code";

/** What a place's server says about it to the page that wants to show it. */
export type AskedPlace =
  | {
      readonly state: "open";
      /** Where the place is: a short link leads to another address. */
      readonly url: URL;
      /** Null where the server doesn't say. */
      readonly name: string | null;
      readonly pictureUrl: string | null;
    }
  | { readonly state: "refused" | "missing"; readonly name: string | null };

/**
 * Asks without the visitor's cookies. Without an answer, as where the page's policy lets it ask nothing, the place counts as
 * open: its frame then shows what there is to say.
 */
export async function askPlace(url: URL, signal: AbortSignal): Promise<AskedPlace> {
  const unknown = { state: "open", url, name: null, pictureUrl: null } as const;
  try {
    const placeUrl = url.pathname === shortLinkPath ? await followShortLink(url, signal) : url;
    if (placeUrl === null) return { state: "missing", name: null };
    const about = new URL(oembedUrl, url);
    about.searchParams.set("url", placeUrl.href);
    const response = await ask(about, signal);
    const answer = (await response.json()) as { type?: string; title?: string; thumbnail_url?: string; code?: string };
    // A place with a password asks for it in its frame.
    if (answer.code === "blueprint-password-needed") return { ...unknown, url: placeUrl };
    if (response.status === 404) return { state: "missing", name: null };
    if (!response.ok) return { ...unknown, url: placeUrl };
    const name = answer.title ?? null;
    if (answer.type !== "rich") return { state: "refused", name };
    return { state: "open", url: placeUrl, name, pictureUrl: answer.thumbnail_url ?? null };
  } catch {
    return unknown;
  }
}

/** The address that a short link opens, in which the visit counts for the link; null if it opens nothing. */
async function followShortLink(url: URL, signal: AbortSignal): Promise<URL | null> {
  const code = url.searchParams.get(shortLinkParam) ?? "";
  const response = await ask(new URL(`/api/short-links/${encodeURIComponent(code)}`, url), signal);
  const { state, path } = (await response.json()) as { state?: string; path?: string };
  if (state !== "open" || path === undefined) return null;
  const place = new URL(path, url);
  place.searchParams.set(shortLinkParam, code);
  return place;
}

function ask(url: URL, signal: AbortSignal): Promise<Response> {
  return fetch(url, { signal, credentials: "omit" });
}
