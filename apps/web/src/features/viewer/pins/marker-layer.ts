import type { LiveScene } from "../scene/live-scene.ts";
import { panoramaMarkType, type Vector3Tuple, type ViewerAnchor, zoneMarkType } from "../scene/scene.ts";
import { areSameGroups, groupPins, type PinGroups, type ScreenPin } from "./group-pins.ts";

/** At rest, checks take turns with the page's other work. */
const checkMsMax = 8;
/** A ray per frame keeps up with a walker, whose next wall is some steps away. */
const checksPerFrame = 4;
/** A ray takes far longer while a scan's collision tree is being built. */
const movingMsMax = 2;
const groupReachPx = 24;
const aloneForNow: PinGroups = new Map();

/** How pins are shown over a scene: all of them while they are edited, only the visible ones for visitors. */
export type PinManner = "all" | "seen";

/**
 * Positions DOM markers over the canvas: writes straight to their style, bypassing React, once per frame. For visitors,
 * pins behind walls are hidden and pins on each other are grouped.
 */
export class MarkerLayer {
  readonly #elements = new Map<string, HTMLElement>();
  readonly #listeners = new Set<() => void>();
  /** Ids of anchors behind a wall. */
  readonly #hidden = new Set<string>();
  #anchors: readonly ViewerAnchor[] = [];
  #groups: PinGroups = aloneForNow;
  #selectedId: string | null = null;
  #checked = 0;
  /** Anchors still to check since the view settled. */
  #unchecked: ViewerAnchor[] = [];
  #turn: ReturnType<typeof setTimeout> | undefined;
  manner: PinManner = "all";

  setAnchors(anchors: readonly ViewerAnchor[]): void {
    this.#anchors = anchors;
  }

  /** The selected pin is never hidden and never part of a group. */
  select(anchorId: string | null): void {
    this.#selectedId = anchorId;
  }

  setElement(anchorId: string, element: HTMLElement | null): void {
    if (element === null) this.#elements.delete(anchorId);
    else this.#elements.set(anchorId, element);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly readGroups = (): PinGroups => this.#groups;

  /** @param isMoving the camera has moved since the last frame */
  place(live: LiveScene, isMoving: boolean): void {
    const isSelective = this.manner === "seen";
    if (isMoving) this.stop();
    if (isMoving && isSelective) this.#checkSome(live);
    // A panorama has no walls: what another one shows better is only dimmed.
    const isWalled = live.rig.mode !== "look";
    const shown: ScreenPin[] = [];
    for (const { id, position, type } of this.#anchors) {
      const element = this.#elements.get(id);
      if (element === undefined) continue;
      const at = findInView(live, position);
      // A panorama's mark may lie below the floor: its height is not measured.
      const isOwn = isSelective && type !== panoramaMarkType && id !== this.#selectedId;
      const isShown = at !== null && !(isOwn && isWalled && this.#hidden.has(id));
      element.style.visibility = isShown ? "visible" : "hidden";
      // Whole pixels keep the signs crisp.
      if (at !== null) element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`;
      if (isShown && isOwn && type !== zoneMarkType) shown.push({ id, ...at });
    }
    if (isSelective) this.#group(shown);
  }

  /** Finds the anchors in view that are behind a wall, once the view has settled. */
  markHidden(live: LiveScene): void {
    this.stop();
    this.#unchecked = this.#anchors.filter(({ position }) => findInView(live, position) !== null);
    this.#checkOn(live);
  }

  /** Leaves the rest unchecked. */
  stop(): void {
    clearTimeout(this.#turn);
    this.#unchecked = [];
  }

  #checkOn(live: LiveScene): void {
    const endsAtMs = performance.now() + checkMsMax;
    while (this.#unchecked.length > 0 && performance.now() < endsAtMs) {
      this.#check(live, this.#unchecked.pop()!, "all");
    }
    this.place(live, false);
    if (this.#unchecked.length > 0) this.#turn = setTimeout(() => this.#checkOn(live));
  }

  #checkSome(live: LiveScene): void {
    const count = Math.min(checksPerFrame, this.#anchors.length);
    const endsAtMs = performance.now() + movingMsMax;
    for (let check = 0; check < count && performance.now() < endsAtMs; check++) {
      this.#checked = (this.#checked + 1) % this.#anchors.length;
      this.#check(live, this.#anchors[this.#checked]!, "quick");
    }
  }

  #check(live: LiveScene, anchor: ViewerAnchor, care: "quick" | "all"): void {
    const element = this.#elements.get(anchor.id);
    if (element === undefined) return;
    const isHidden = live.isHidden(anchor, { care });
    if (isHidden) this.#hidden.add(anchor.id);
    // A quick check doesn't notice what points hide.
    else if (care === "all" || !live.hasPointWalls) this.#hidden.delete(anchor.id);
    element.toggleAttribute("data-hidden-by-scan", this.#hidden.has(anchor.id));
  }

  #group(shown: readonly ScreenPin[]): void {
    const groups = groupPins(shown, groupReachPx, this.#groups);
    for (const [leader, ids] of groups)
      for (const id of ids) if (id !== leader) this.#elements.get(id)!.style.visibility = "hidden";
    if (areSameGroups(groups, this.#groups)) return;
    this.#groups = groups;
    for (const listener of this.#listeners) listener();
  }
}

/** Screen position of a point, with some pixels to spare; null outside the view. */
function findInView(live: LiveScene, position: Vector3Tuple): { x: number; y: number } | null {
  const { width, height } = live.size;
  const at = live.toScreen(position);
  return at !== null && at.x > -40 && at.y > -40 && at.x < width + 40 && at.y < height + 40 ? at : null;
}
