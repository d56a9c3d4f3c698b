import { type EmbedPart, embedParams, readEmbedParts } from "@blueprint/contract/embed-options";
import type { VisitorSearch } from "../place/visitor-search.ts";

/** Search params that a page around an embedded place set; they count in a frame only. */
export function readFrameSearch(own: Window = window): Pick<VisitorSearch, (typeof embedParams)[number]> {
  if (own.parent === own) return {};
  const params = new URLSearchParams(own.location.search);
  return Object.fromEntries(
    embedParams.flatMap((name) => {
      const value = params.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Parts of the screen that the page around an embedded place leaves out. */
export function findHiddenParts(own: Window = window): ReadonlySet<EmbedPart> {
  return readEmbedParts(readFrameSearch(own).hide ?? null);
}
