import type { ScanDelivery } from "@blueprint/contract/scans";
import type { Box3, Object3D, PerspectiveCamera, Ray, Vector3, WebGLRenderer } from "three";

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
  /** Add it to the scene as it is: metres, y up. */
  readonly object: Object3D;
  readonly bounds: Box3;
  /** True for surfaces that stop a walker; points and splats only carry one. */
  readonly isSolid: boolean;
  raycast(ray: Ray, options: RaycastOptions): SurfaceHit | null;
  /** Called before every drawn frame: forms that stream choose here what to load. */
  update?(camera: PerspectiveCamera): void;
  dispose(): void;
}

export interface LoadContext {
  readonly renderer: WebGLRenderer;
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
