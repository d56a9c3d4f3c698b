import type { Vector3 } from "@blueprint/scene/vector";
import type { SightLine } from "./sight-line.ts";

/** CSS pixels from the stage's top left corner. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A place that somebody pointed at, metres; `normal` of the surface there, `scanId` of the scan it belongs to. */
export interface StagePoint {
  readonly point: Vector3;
  readonly normal: Vector3;
  readonly scanId: string | null;
}

/** What tools point at and draw on: the 3D picture, or the plan of a floor. */
export interface ToolStage {
  readonly kind: "scene" | "plan";
  /** Grows whenever places have moved on the screen. */
  getVersion(): number;
  /** Null behind the camera. */
  toScreen(point: Vector3): ScreenPoint | null;
  /** What one looks along through a point of the window. */
  sightAt(clientX: number, clientY: number): SightLine;
  /** What lies under a point of the window. */
  pickAt(clientX: number, clientY: number): StagePoint | null;
}
