import { type PlaceLinkKind, placeLinkKinds, placeLinkParams } from "@blueprint/contract/place-link";
import { type SharedView, writeSharedView } from "./shared-view.ts";

/** What a link into a place opens. A storey is its index; 0 is the lowest. */
export type PlaceLink =
  | { readonly kind: "camera"; readonly view: SharedView }
  | { readonly kind: "anchor" | "view" | "tour"; readonly id: string }
  | { readonly kind: "storey"; readonly storey: number };

/** A link's search param, as written in the address. */
export interface WrittenLink {
  readonly kind: PlaceLinkKind;
  readonly text: string;
}

/** @returns the first link in an address; null if it only names a place */
export function findWrittenLink(params: URLSearchParams): WrittenLink | null {
  for (const kind of placeLinkKinds) {
    const text = params.get(kind) ?? (kind === "camera" ? params.get("at") : null);
    if (text !== null && text !== "") return { kind, text };
  }
  return null;
}

/** The search param that keeps the link of an address, for addresses of the same place in another form. */
export function toLinkSearch(link: WrittenLink | null): Partial<Record<PlaceLinkKind, string>> {
  return link === null ? {} : { [link.kind]: link.text };
}

/**
 * The address that opens a place with a link. Leaves out the keys of the user who shares it: others see only what they
 * may see.
 */
export function toLinkUrl(href: string, link: PlaceLink): string {
  const url = new URL(href);
  for (const own of ["key", "as", "text", "stats", ...placeLinkParams]) url.searchParams.delete(own);
  url.searchParams.set(link.kind, writeLink(link));
  url.hash = "";
  return url.href;
}

function writeLink(link: PlaceLink): string {
  if (link.kind === "camera") return writeSharedView(link.view);
  return link.kind === "storey" ? String(link.storey) : link.id;
}
