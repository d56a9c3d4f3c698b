import { Matrix4 } from "three";

const slowFrameMs = 45;
const fastFrameMs = 24;
const factorMax = 3;
/** A longer pause is no slow frame: nothing had to be drawn. */
const pauseMs = 400;
/** After this long without moving, the picture is made as fine as it can be. */
export const restMs = 250;

/** How coarse tiles may be: coarser while the camera moves and frames come slowly, never while it rests. */
export class PacedError {
  readonly #target: number;
  readonly #view = new Matrix4();
  #factor = 1;
  #frameMs = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #movedMs = Number.NEGATIVE_INFINITY;

  /** @param target pixels of error when nothing holds it back */
  constructor(target: number) {
    this.#target = target;
  }

  /** To be asked once a frame. @returns pixels of error */
  next(view: Matrix4, nowMs: number): number {
    const elapsedMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (!this.#view.equals(view)) {
      this.#view.copy(view);
      this.#movedMs = nowMs;
    }
    if (nowMs - this.#movedMs >= restMs) {
      this.#factor = 1;
      this.#frameMs = 0;
    } else if (elapsedMs < pauseMs) {
      this.#frameMs = this.#frameMs === 0 ? elapsedMs : this.#frameMs * 0.8 + elapsedMs * 0.2;
      if (this.#frameMs > slowFrameMs) this.#factor = Math.min(factorMax, this.#factor * 1.12);
      else if (this.#frameMs < fastFrameMs) this.#factor = Math.max(1, this.#factor / 1.06);
    }
    return this.#target * this.#factor;
  }

  /** True while the answer would be finer once the camera has rested. */
  get isHeldBack(): boolean {
    return this.#factor > 1;
  }
}
