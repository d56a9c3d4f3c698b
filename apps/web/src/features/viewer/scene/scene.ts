import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { ScanDelivery } from "@blueprint/contract/scans";
import type { Route } from "../routes/find-route.ts";
import type { ScanPlacement } from "../scans/scan-placement.ts";

/** Metres (positions) or unit length (directions), y up, right-handed: the viewer's single frame. */
export type Vector3Tuple = readonly [number, number, number];

/** One scan to show. The viewer picks its loader by `delivery.form`; the kind determines navigation. */
export interface ViewerScan {
  readonly id: string;
  readonly kind: ScanKind;
  /** Its label in lists; defaults to its kind. */
  readonly label?: string;
  /** In the scan's own frame. */
  readonly delivery: ScanDelivery;
  /** Manual placement; defaults to the georeference, then to the blueprint's origin. */
  readonly placement?: ScanPlacement | undefined;
  /** What of it is shown; all of it without volumes. */
  readonly volumes?: readonly ScanVolume[] | undefined;
  /** Start view in the blueprint's frame; defaults to the delivery's own. */
  readonly startView?: CameraPose | undefined;
}

/** A box in a scan's own frame. `crop` volumes show only what lies in them, `erase` volumes hide what does. */
export interface ScanVolume {
  readonly effect: "crop" | "erase";
  /** Its centre. */
  readonly position: Vector3Tuple;
  /** Radians about the vertical, counterclockwise seen from above. */
  readonly yaw: number;
  /** Full lengths along its own axes. */
  readonly size: Vector3Tuple;
}

export interface ViewerAnchor {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly position: Vector3Tuple;
  readonly normal: Vector3Tuple;
  /** The card's text; only a headset draws it in the scene. */
  readonly text?: string;
  /** Any CSS colour; defaults to the theme's accent. */
  readonly colour?: string;
  /** One of `anchorIcons`, shown on the pin instead of the number. */
  readonly icon?: string | undefined;
  /** The number on its pin; defaults to its position in the list. */
  readonly number?: number;
  /** Part of a multiple selection. */
  readonly isSelected?: boolean;
}

/** Type of panorama marks, which are placed like anchors. */
export const panoramaMarkType = "panorama-mark";

/** Type of the names of zones, which are placed like anchors. */
export const zoneMarkType = "zone-mark";

/**
 * `orbit` circles a place, `walk` stands in it, `fly` goes anywhere, through walls too. Panoramas are always viewed
 * from their centre.
 */
export type ViewMode = "orbit" | "walk" | "fly";

/** Immersive in a headset, or overlaid on the real room. */
export type ImmersiveKind = "vr" | "ar";

/** A raycast hit on a scan. `normal` has unit length and points to the camera's side of the surface. */
export interface ScanHit {
  readonly point: Vector3Tuple;
  readonly normal: Vector3Tuple;
  readonly scanId: string;
  /** Largest deviation of what was hit from the scan as uploaded, at the detail that is loaded; metres. */
  readonly errorM: number;
}

/** Camera position and target, metres. */
export interface CameraPose {
  readonly position: Vector3Tuple;
  readonly target: Vector3Tuple;
}

export type ScanShowState = "loading" | "shown" | "failed";

/** Why the canvas can't draw; for `webgl-missing`, the text version is the alternative. */
export type CanvasProblem = "webgl-missing" | "context-lost";

/** Phases of an anchor's drag. `hit` in `onAnchorDrag` is null while the pointer is over nothing. */
export type DragPhase = "start" | "move" | "end";

/** The canvas's imperative interface. Obtained with `ref` on `SceneCanvas`. */
export interface SceneHandle {
  getPose(): CameraPose;
  /** Moves the camera, in another mode if given; at once with reduced motion, otherwise within 240 ms. */
  setPose(pose: CameraPose, mode?: ViewMode): void;
  /** Returns to the start view, which is seen in orbit. */
  resetView(): void;
  /** Walks to the free floor nearest to a point of a floor; false if nobody can stand near it. */
  walkNear(floorPoint: Vector3Tuple): boolean;
  /**
   * Looks for a way on foot from the walker, or from where walking would start, over the shown scans. Null if there is
   * none, or if `signal` ends the search.
   */
  findRoute(
    to: Vector3Tuple,
    options: { readonly stepFree: boolean; readonly signal: AbortSignal },
  ): Promise<Route | null>;
  /** Moves to a frontal view of the anchor; false for an id that is not among the canvas's anchors. */
  flyToAnchor(anchorId: string): boolean;
  /**
   * The surface at a screen point (client coordinates); null over nothing. With `onFiner`, the finest detail there is
   * loaded, and it is called with what is hit then; the next such pick ends it.
   */
  pickAt(clientX: number, clientY: number, onFiner?: (hit: ScanHit) => void): ScanHit | null;
  /** The surface at the centre of the canvas, for placing by keyboard. */
  pickAtCentre(onFiner?: (hit: ScanHit) => void): ScanHit | null;
  /** Screen position of a scene point, CSS pixels from the canvas's top left; null if behind the camera. */
  toScreen(point: Vector3Tuple): { x: number; y: number } | null;
  /** A PNG of the current view without markers. */
  takeScreenshot(): Promise<Blob>;
  /** Enters an immersive mode; must be called from a click. Rejects if the device refuses. */
  enterImmersive(kind: ImmersiveKind): Promise<void>;
  leaveImmersive(): void;
  /** Moves the focus to the canvas. */
  focus(): void;
}
