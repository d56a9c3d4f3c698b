import type { Audience } from "@blueprint/contract/audiences";
import type { PublishedBlueprint } from "@blueprint/contract/published";

const elementId = "place";

/** The published blueprint embedded in a visitor's page by the server; null on every other page. */
export function readEmbeddedPlace(): PublishedBlueprint | null {
  const text = document.getElementById(elementId)?.textContent;
  // The server that wrote it also served this code: its shape needs no validation.
  return text === undefined || text === "" ? null : (JSON.parse(text) as PublishedBlueprint);
}

/**
 * Like `readEmbeddedPlace` for this slug, but only once: later reads ask the server, because the place may have
 * changed.
 */
export function takeEmbeddedPlace(slug: string, as: Audience | undefined): PublishedBlueprint | null {
  const place = readEmbeddedPlace();
  // A visitor who switched the audience needs a new response.
  if (place?.slug !== slug || (as !== undefined && as !== (place.audience ?? "visitor"))) return null;
  document.getElementById(elementId)?.remove();
  return place;
}
