import type { ScanDelivery } from "@blueprint/contract/scans";
import type { Box3, Object3D, PerspectiveCamera, Ray, Scene, Vector3, WebGLRenderer } from "three";
import type { ScanPlacement } from "../scans/scan-placement.ts";
import type { ScanShare } from "../scene/view-budget.ts";
import type { VolumeBox } from "../volumes/volume-boxes.ts";
import type { ObstaclePoints } from "../walking/walk-obstacles.ts";

/** A raycast hit in scene coordinates; `normal` has unit length and faces the ray's origin. */
export interface SurfaceHit {
  readonly point: Vector3;
  readonly normal: Vector3;
  /** Metres from the ray's origin. */
  readonly distance: number;
  /** Largest deviation of what was hit from the scan as uploaded, at the detail that is loaded; metres. */
  readonly errorM: number;
  /** A point without a surface around it. */
  readonly isLoose?: true;
}

export interface RaycastOptions {
  /** Maximum distance, metres. */
  readonly far: number;
  /** Minimum distance, metres; nearer surfaces are ignored. Defaults to 0. */
  readonly near?: number;
  /** Radius of the ray per metre: hits points and splats, which have no surface, within this cone. */
  readonly spread: number;
  /** `seen` passes through culled back faces as the eye does; `solid` stops at every surface. */
  readonly surfaces: "seen" | "solid";
}

/** A scan ready to draw. Owns its object and GPU resources until `dispose`. */
export interface LoadedScan {
  /** Add it to the scene unchanged: it is already placed in the blueprint's frame. */
  readonly object: Object3D;
  /** Moves it to another placement. Forms without it are loaded again. */
  move?(placement: ScanPlacement): void;
  readonly bounds: Box3;
  /** True for surfaces that can be hit exactly. */
  readonly isSolid: boolean;
  /** For what has no surface: the points on hand that stand in a walker's way. */
  listObstacles?(): Iterable<ObstaclePoints>;
  /** Its points are dense enough to hide what is behind them. */
  readonly hasPointWalls?: boolean;
  raycast(ray: Ray, options: RaycastOptions): SurfaceHit | null;
  /** Loads the finest detail along a ray of the scene, besides what the view needs; null for none. */
  aim?(ray: Ray | null): void;
  /** Called before every frame: streaming forms choose here what to load. */
  update?(camera: PerspectiveCamera): void;
  /** Hides what lies above a height, metres; null shows everything. Only for what ignores the renderer's planes. */
  cut?(heightM: number | null): void;
  /** Hides what the volumes hide; absent for forms without parts to hide. Rays pass through it too. */
  clip?(boxes: readonly VolumeBox[]): void;
  /** Current resource use, for diagnostics. */
  usage?(): ScanUsage;
  dispose(): void;
}

export interface ScanUsage {
  /** Bytes in memory or on the GPU, as the form counts them. */
  readonly cacheBytes: number;
  readonly loaded: number;
  readonly loading: number;
  readonly failed: number;
  /** Currently drawn. */
  readonly splats?: number;
}

export interface LoadContext {
  readonly renderer: WebGLRenderer;
  /** Holds what all scans of a kind share; the caller adds the scan's own object. */
  readonly scene: Scene;
  /** The scan's placement; its delivery's bounds and start view are already in the blueprint's frame. */
  readonly placement: ScanPlacement;
  /** What of the scan is shown from the first frame. */
  readonly boxes: readonly VolumeBox[];
  /** The scan's current share of device resources. */
  readonly share: () => ScanShare;
  readonly camera: PerspectiveCamera;
  /** Requests another frame; the frame loop runs on demand. */
  readonly invalidate: () => void;
  readonly signal: AbortSignal;
}

/** Resolves once a first frame can show part of the scan. @throws ScanLoadError */
export type ScanLoader = (delivery: ScanDelivery, context: LoadContext) => Promise<LoadedScan>;

/** `unreachable`: the files didn't arrive; `unreadable`: they arrived but can't be drawn. */
export class ScanLoadError extends Error {
  readonly reason: "unreachable" | "unreadable";

  constructor(reason: "unreachable" | "unreadable", options?: ErrorOptions) {
    super(`Scan is ${reason}`, options);
    this.name = "ScanLoadError";
    this.reason = reason;
  }
}
