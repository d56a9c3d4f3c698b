import type { ScanDelivery } from "@blueprint/contract/scans";
import type { Box3, Object3D, PerspectiveCamera, Ray, Scene, Vector3, WebGLRenderer } from "three";
import type { ScanPlacement } from "../scan-placement.ts";
import type { ScanShare } from "../view-budget.ts";

/** Where a ray met a scan, in scene coordinates; `normal` has unit length and faces the ray's origin. */
export interface SurfaceHit {
  readonly point: Vector3;
  readonly normal: Vector3;
  /** Metres from the ray's origin. */
  readonly distance: number;
}

export interface RaycastOptions {
  /** Metres. */
  readonly far: number;
  /** Radius of the ray per metre: what has no surface (points, splats) is met within this cone. */
  readonly spread: number;
  /** `seen` passes through the culled backs of walls as the eye does; `solid` stops at every surface. */
  readonly surfaces: "seen" | "solid";
}

/** A scan that can be drawn. Owns its object and everything on the graphics card behind it until `dispose`. */
export interface LoadedScan {
  /** Add it to the scene as it is: it stands in its place in the blueprint's frame. */
  readonly object: Object3D;
  readonly bounds: Box3;
  /** True for surfaces that stop a walker; points and splats only carry one. */
  readonly isSolid: boolean;
  raycast(ray: Ray, options: RaycastOptions): SurfaceHit | null;
  /** Called before every drawn frame: forms that stream choose here what to load. */
  update?(camera: PerspectiveCamera): void;
  /** What it holds at this moment, for whoever measures. */
  usage?(): ScanUsage;
  dispose(): void;
}

export interface ScanUsage {
  /** Bytes in memory, on the graphics card or for it, as the form counts them. */
  readonly cacheBytes: number;
  readonly loaded: number;
  readonly loading: number;
  readonly failed: number;
  /** Drawn at this moment. */
  readonly splats?: number;
}

export interface LoadContext {
  readonly renderer: WebGLRenderer;
  /** For what all scans of a kind share; a scan's own object is added by the caller. */
  readonly scene: Scene;
  /** Where the scan stands; its delivery's bounds and start view are already in the blueprint's frame. */
  readonly stand: ScanPlacement;
  /** What the scan may use of the device now. */
  readonly share: () => ScanShare;
  readonly camera: PerspectiveCamera;
  /** Asks for another frame; the frame loop runs on demand only. */
  readonly invalidate: () => void;
  readonly signal: AbortSignal;
}

/** Resolves when a first frame shows something of the scan. @throws ScanLoadError */
export type ScanLoader = (delivery: ScanDelivery, context: LoadContext) => Promise<LoadedScan>;

/** `unreachable`: the files did not come; `unreadable`: they came and cannot be drawn. */
export class ScanLoadError extends Error {
  readonly reason: "unreachable" | "unreadable";

  constructor(reason: "unreachable" | "unreadable", options?: ErrorOptions) {
    super(`Scan is ${reason}`, options);
    this.name = "ScanLoadError";
    this.reason = reason;
  }
}
