import type { Audience } from "@blueprint/contract/audiences";
import type { PublishedBlueprint } from "@blueprint/contract/published";

const elementId = "place";

/** The published blueprint that the server put into a visitor's page; null on every other page. */
export function readEmbeddedPlace(): PublishedBlueprint | null {
  const text = document.getElementById(elementId)?.textContent;
  // Written by the server that served this page's code: its shape needs no check.
  return text === undefined || text === "" ? null : (JSON.parse(text) as PublishedBlueprint);
}

/** As `readEmbeddedPlace` for this address, once: later looks ask the server, where the place may have changed. */
export function takeEmbeddedPlace(slug: string, as: Audience | undefined): PublishedBlueprint | null {
  const place = readEmbeddedPlace();
  // Somebody who has looked with other eyes meanwhile gets it anew.
  if (place?.slug !== slug || (as !== undefined && as !== (place.audience ?? "visitor"))) return null;
  document.getElementById(elementId)?.remove();
  return place;
}
