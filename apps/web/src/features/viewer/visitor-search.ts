/** What stands behind `/webxr` in a visitor's address. */
export interface VisitorSearch {
  /** Slug of the published blueprint. */
  readonly b?: string;
  /** Opens the internal scene of an installation that has a code for it. */
  readonly code?: string;
  /** `1`: everything as text, without 3D. */
  readonly text?: 1;
  /** `1`: what drawing costs is written over the picture. */
  readonly stats?: 1;
}
