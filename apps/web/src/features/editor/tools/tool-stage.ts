import type { Vector3 } from "@blueprint/scene/vector";
import type { SightLine } from "./sight-line.ts";

/** CSS pixels from the stage's top left corner. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A point under the pointer, metres; `normal` of the surface there, `scanId` of the scan hit, `errorM` as in `ScanHit`. */
export interface StagePoint {
  readonly point: Vector3;
  readonly normal: Vector3;
  readonly scanId: string | null;
  readonly errorM: number;
}

/** What tools point at and draw on: the 3D view, or the plan of a storey. */
export interface ToolStage {
  readonly kind: "scene" | "plan";
  /** Increments whenever points move on screen. */
  getVersion(): number;
  /** Null if behind the camera. */
  toScreen(point: Vector3): ScreenPoint | null;
  /** The ray through a window point. */
  sightAt(clientX: number, clientY: number): SightLine;
  /** The surface under a window point. */
  pickAt(clientX: number, clientY: number): StagePoint | null;
}
