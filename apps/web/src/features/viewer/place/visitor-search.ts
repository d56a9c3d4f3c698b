import type { Audience } from "@blueprint/contract/audiences";
import type { PlaceLinkKind } from "@blueprint/contract/place-link";

/** Credentials that show more of a place than visitors see. */
export interface PlaceEyes {
  /** Key of an audience link. */
  readonly key?: string | undefined;
  /** The audience to view as, if there is a choice. */
  readonly as?: Audience | undefined;
}

/** Search params of a visitor URL under `/webxr`. */
export interface VisitorSearch
  extends PlaceEyes,
    // A view's goes along without a type: another screen's search param has this name.
    Partial<Record<Exclude<PlaceLinkKind, "view">, string>> {
  /** Slug of the published blueprint. */
  readonly b?: string;
  /** Opens the internal scene of an installation that has a code set for it. */
  readonly code?: string;
  /** `1`: everything as text, without 3D. */
  readonly text?: 1;
  /** BCP 47 tag: shows texts in this language where available. */
  readonly lang?: string;
  /** In a frame: a theme, whatever the visitor chose elsewhere; `before-modules.js` applies it. */
  readonly theme?: string;
  /** In a frame: parts of the screen to leave out. */
  readonly hide?: string;
  /** `1`: overlays rendering statistics. */
  readonly stats?: 1;
}

/** The part of a place's address that keeps a visitor's credentials. */
export function toSearch({ key, as }: PlaceEyes): Pick<VisitorSearch, "key" | "as"> {
  return { ...(key === undefined ? {} : { key }), ...(as === undefined ? {} : { as }) };
}
