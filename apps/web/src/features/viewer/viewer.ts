import type { ScanKind } from "@blueprint/contract/scan-formats";
import type { ScanDelivery } from "@blueprint/contract/scans";
import type { ScanPlacement } from "./scan-placement.ts";

/** Metres (positions) or unit length (directions), y up, right-handed: the one frame of everything in the viewer. */
export type Vector3Tuple = readonly [number, number, number];

/** One scan to show. The viewer picks its loader by `delivery.form`; the kind decides how people move in it. */
export interface ViewerScan {
  readonly id: string;
  readonly kind: ScanKind;
  /** What it is called in lists; its kind when absent. */
  readonly label?: string;
  /** In the scan's own frame. */
  readonly delivery: ScanDelivery;
  /** Where somebody has put it; otherwise its georeference decides, otherwise the blueprint's origin. */
  readonly placement?: ScanPlacement | undefined;
  /** Where one begins, in the blueprint's frame; its delivery's own when absent. */
  readonly startView?: CameraPose | undefined;
}

export interface ViewerAnchor {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly position: Vector3Tuple;
  readonly normal: Vector3Tuple;
  /** What its card says; only a headset draws it in the scene. */
  readonly text?: string;
  /** Any CSS colour; the accent of the theme when absent. */
  readonly colour?: string;
  /** One of `anchorIcons`: stands on its pin instead of the number. */
  readonly icon?: string | undefined;
  /** What its pin says; its place in the list when absent. */
  readonly number?: number;
  /** One of several that are selected. */
  readonly isSelected?: boolean;
}

/** Type of the marks of panoramas, which are placed as anchors are. */
export const panoramaMarkType = "panorama-mark";

/**
 * `orbit` turns around a place, `walk` stands in it, `fly` goes anywhere, through walls too. Panoramas are always looked
 * at from their middle.
 */
export type ViewMode = "orbit" | "walk" | "fly";

/** A headset around one, or a device that sees the room one is in. */
export type ImmersiveKind = "vr" | "ar";

/** Where a ray met a scan. `normal` has unit length and points towards the camera's side of the surface. */
export interface ScanHit {
  readonly point: Vector3Tuple;
  readonly normal: Vector3Tuple;
  readonly scanId: string;
}

/** Camera position and what it looks at, metres. */
export interface CameraPose {
  readonly position: Vector3Tuple;
  readonly target: Vector3Tuple;
}

export type ScanShowState = "loading" | "shown" | "failed";

/** What stands in the way of drawing; the text twin is the answer to `webgl-missing`. */
export type CanvasProblem = "webgl-missing" | "context-lost";

/** Phases of an anchor's drag. `hit` of `onAnchorDrag` is null while the pointer is over nothing. */
export type DragPhase = "start" | "move" | "end";

/** What the code around the canvas may ask of it. Obtained with `ref` on `SceneCanvas`. */
export interface SceneHandle {
  getPose(): CameraPose;
  /** Moves the camera; at once with reduced motion, else within 240 ms. */
  setPose(pose: CameraPose): void;
  /** Back to the start view. */
  resetView(): void;
  /** Moves to where the anchor is seen from its front; false for an id that is not among the canvas's anchors. */
  flyToAnchor(anchorId: string): boolean;
  /** What lies under a point of the screen (client coordinates); null over nothing. */
  pickAt(clientX: number, clientY: number): ScanHit | null;
  /** What lies under the middle of the canvas: placing by keyboard. */
  pickAtCentre(): ScanHit | null;
  /** Where a point of the scene is on the screen, CSS pixels from the canvas's top left; null behind the camera. */
  toScreen(point: Vector3Tuple): { x: number; y: number } | null;
  /** A PNG of the present view without markers. */
  takeScreenshot(): Promise<Blob>;
  /** Puts the scene around the person; to be asked by a click. Rejects where the device refuses. */
  enterImmersive(kind: ImmersiveKind): Promise<void>;
  leaveImmersive(): void;
  /** Takes the keyboard to the canvas. */
  focus(): void;
}
