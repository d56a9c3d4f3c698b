import type { SceneSession } from "./scene-session.ts";
import type { ViewerAnchor } from "./viewer.ts";

// A settled view is checked once; more rays than this would be felt.
const hiddenChecksMax = 400;

/** Places DOM markers over the canvas: written straight to their style, past React, once per drawn frame. */
export class MarkerLayer {
  readonly #elements = new Map<string, HTMLElement>();
  #anchors: readonly ViewerAnchor[] = [];

  setAnchors(anchors: readonly ViewerAnchor[]): void {
    this.#anchors = anchors;
  }

  setElement(anchorId: string, element: HTMLElement | null): void {
    if (element === null) this.#elements.delete(anchorId);
    else this.#elements.set(anchorId, element);
  }

  place(session: SceneSession): void {
    const { width, height } = session.size;
    for (const anchor of this.#anchors) {
      const element = this.#elements.get(anchor.id);
      if (element === undefined) continue;
      const at = session.toScreen(anchor.position);
      const isInView = at !== null && at.x > -40 && at.y > -40 && at.x < width + 40 && at.y < height + 40;
      element.style.visibility = isInView ? "visible" : "hidden";
      // Whole pixels keep the digits crisp.
      if (isInView) element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`;
    }
  }

  /** Dims markers of anchors that a wall hides from the camera. */
  dimHidden(session: SceneSession): void {
    if (this.#anchors.length > hiddenChecksMax) return;
    for (const anchor of this.#anchors) {
      const element = this.#elements.get(anchor.id);
      if (element === undefined || element.style.visibility === "hidden") continue;
      element.toggleAttribute("data-hidden-by-scan", session.isHidden(anchor));
    }
  }
}
