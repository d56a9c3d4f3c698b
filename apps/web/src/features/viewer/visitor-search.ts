import type { Audience } from "@blueprint/contract/audiences";

/** By what somebody may see more of a place than visitors do. */
export interface PlaceEyes {
  /** Of an audience's link. */
  readonly key?: string | undefined;
  /** Whose eyes to look with, where there is a choice. */
  readonly as?: Audience | undefined;
}

/** What stands behind `/webxr` in a visitor's address. */
export interface VisitorSearch extends PlaceEyes {
  /** Slug of the published blueprint. */
  readonly b?: string;
  /** Opens the internal scene of an installation that has a code for it. */
  readonly code?: string;
  /** `1`: everything as text, without 3D. */
  readonly text?: 1;
  /** BCP 47 tag: what visitors read is in this language where there is such a text. */
  readonly lang?: string;
  /** `1`: what drawing costs is written over the picture. */
  readonly stats?: 1;
}
