import type { ScanCounts } from "@blueprint/contract/scan-report";
import { Matrix4 } from "three";
import type { ScanShare } from "../scene/view-budget.ts";
import { pointErrorTarget } from "./point-size.ts";

const slowFrameMs = 45;
const fastFrameMs = 24;
/** Slow frames coarsen a moving picture beyond at least this error, pixels, even one shown whole. */
const slowErrorMin = 2;
const slowErrorMax = 48;
/** A longer gap is not a slow frame: there was nothing to draw. */
const pauseMs = 400;
/** Time without movement after which the picture is refined to full detail. */
export const restMs = 250;

/** Allowed error on screen, pixels. */
export interface ErrorTarget {
  readonly atRest: number;
  readonly moving: number;
}

/** Mesh errors are measured, so an error below one pixel is invisible. */
const surfaceErrorTarget: ErrorTarget = { atRest: 1, moving: 2 };
const wholeTarget: ErrorTarget = { atRest: 0, moving: 0 };

/** Shows a scan whole if its share of the device allows, and otherwise as fine as the screen shows. */
export function chooseErrorTarget(
  isSolid: boolean,
  { triangles = Number.POSITIVE_INFINITY, points = Number.POSITIVE_INFINITY }: Pick<ScanCounts, "triangles" | "points">,
  { whole }: Pick<ScanShare, "whole">,
): ErrorTarget {
  const isWhole = isSolid ? triangles <= whole.triangles : points <= whole.points;
  return isWhole ? wholeTarget : isSolid ? surfaceErrorTarget : pointErrorTarget;
}

/** Allowed error of tiles: coarser while the camera moves and frames are slow, never at rest. */
export class PacedError {
  target: ErrorTarget;
  readonly #view = new Matrix4();
  #isAtRest = false;
  #factor = 1;
  #frameMs = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #movedMs = Number.NEGATIVE_INFINITY;

  constructor(target: ErrorTarget) {
    this.target = target;
  }

  /** Call once per frame. @returns pixels of error */
  next(view: Matrix4, nowMs: number): number {
    const elapsedMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (!this.#view.equals(view)) {
      this.#view.copy(view);
      this.#movedMs = nowMs;
    }
    this.#isAtRest = nowMs - this.#movedMs >= restMs;
    if (this.#isAtRest) {
      this.#factor = 1;
      this.#frameMs = 0;
    } else if (elapsedMs < pauseMs) {
      this.#frameMs = this.#frameMs === 0 ? elapsedMs : this.#frameMs * 0.8 + elapsedMs * 0.2;
      if (this.#frameMs > slowFrameMs) this.#factor = Math.min(this.#factorMax, this.#factor * 1.12);
      else if (this.#frameMs < fastFrameMs) this.#factor = Math.max(1, this.#factor / 1.06);
    }
    return this.#pixels;
  }

  /** Whether the camera has stood still for `restMs`. */
  get isAtRest(): boolean {
    return this.#isAtRest;
  }

  /** True if the result would be finer once the camera rests. */
  get isHeldBack(): boolean {
    return this.#pixels > this.target.atRest;
  }

  get #pixels(): number {
    if (this.#isAtRest) return this.target.atRest;
    return this.#factor === 1 ? this.target.moving : this.#slowError * this.#factor;
  }

  get #slowError(): number {
    return Math.max(slowErrorMin, this.target.moving);
  }

  get #factorMax(): number {
    return Math.max(1, slowErrorMax / this.#slowError);
  }
}
