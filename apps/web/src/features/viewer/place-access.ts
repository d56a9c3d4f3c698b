import type { PublishedMedia } from "@blueprint/contract/published-content";
import { createContext, useContext } from "react";

/** What cards need of the place around them. */
export interface PlaceAccess {
  /** Where answers to forms go; null where none are taken, as in the editor. */
  readonly slug: string | null;
  /** Of the audience's link that the place was opened by. */
  readonly key?: string | undefined;
  /** Addresses of files by their id. */
  readonly mediaUrls: Readonly<Record<string, string>>;
}

export const PlaceAccessContext = createContext<PlaceAccess>({ slug: null, mediaUrls: {} });

export function usePlaceAccess(): PlaceAccess {
  return useContext(PlaceAccessContext);
}

/** What can be shown of a source: a file of the venue is shown, anything elsewhere is only linked to. */
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
