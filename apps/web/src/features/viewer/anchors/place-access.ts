import type { PublishedMedia } from "@blueprint/contract/published-content";
import { createContext, useContext } from "react";

/** What cards need from their place. */
export interface PlaceAccess {
  /** Receives form responses; null where forms are disabled, as in the editor. */
  readonly slug: string | null;
  /** Key of the audience link that opened the place. */
  readonly key?: string | undefined;
  /** File URLs by id. */
  readonly mediaUrls: Readonly<Record<string, string>>;
}

export const PlaceAccessContext = createContext<PlaceAccess>({ slug: null, mediaUrls: {} });

export function usePlaceAccess(): PlaceAccess {
  return useContext(PlaceAccessContext);
}

/** How to present a source: the venue's own files are shown, external ones only linked. */
export type MediaAddress =
  | { readonly kind: "shown"; readonly url: string; readonly name: string }
  | { readonly kind: "linked"; readonly url: string }
  | { readonly kind: "missing" };

export function findMediaAddress(source: PublishedMedia | null | undefined, { mediaUrls }: PlaceAccess): MediaAddress {
  if (source === undefined || source === null) return { kind: "missing" };
  if (source.kind === "url") return { kind: "linked", url: source.url };
  const url = mediaUrls[source.fileId];
  return url === undefined ? { kind: "missing" } : { kind: "shown", url, name: source.name };
}
