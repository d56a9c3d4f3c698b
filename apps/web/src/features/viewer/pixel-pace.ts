/** Shares of the screen's pixels along each side, finest first. */
const scales = [1, 0.8, 0.65, 0.5] as const;
/** Slower than this a turn of the view stutters; faster, there is room for more pixels. Between them nothing changes. */
const slowMs = 40;
const fastMs = 24;
/** Nobody follows a view like this: straight to the coarsest. */
const standstillMs = 150;
const slowFrames = 5;
const fastFrames = 40;
const standstillFrames = 3;
const backoffMs = 4_000;
const backoffMaxMs = 64_000;

/**
 * How many pixels are drawn while the view moves, found out by how long frames take. A finer step that proves too slow
 * is tried again later and later, so that the picture does not pump.
 */
export class PixelPace {
  #level = 0;
  #frames: number[] = [];
  #finerAtMs = Number.NEGATIVE_INFINITY;
  #backoffMs = backoffMs;
  #wentFiner = false;

  /** Of the full number of pixels along each side. */
  get scale(): number {
    return scales[this.#level]!;
  }

  /** @param frameMs of a frame in which the view moved @returns whether the answer changed */
  note(frameMs: number, nowMs: number): boolean {
    this.#frames.push(frameMs);
    if (this.#frames.length > fastFrames) this.#frames.shift();
    if (this.#medianOf(standstillFrames) > standstillMs) return this.#coarsen(scales.length - 1, nowMs);
    if (this.#medianOf(slowFrames) > slowMs) return this.#coarsen(this.#level + 1, nowMs);
    const isFast = this.#frames.length === fastFrames && this.#frames.every((ms) => ms < fastMs);
    if (!isFast || this.#level === 0 || nowMs < this.#finerAtMs) {
      // It held: the next finer step may be tried as soon as the first.
      if (isFast && this.#wentFiner) this.#wentFiner = false;
      return false;
    }
    this.#level--;
    this.#wentFiner = true;
    this.#frames = [];
    return true;
  }

  #coarsen(level: number, nowMs: number): boolean {
    this.#frames = [];
    if (this.#level === scales.length - 1) return false;
    this.#level = Math.min(level, scales.length - 1);
    this.#backoffMs = this.#wentFiner ? Math.min(backoffMaxMs, this.#backoffMs * 2) : backoffMs;
    this.#finerAtMs = nowMs + this.#backoffMs;
    this.#wentFiner = false;
    return true;
  }

  /** Of the last frames; 0 while there are fewer. */
  #medianOf(count: number): number {
    if (this.#frames.length < count) return 0;
    return this.#frames.slice(-count).sort((a, b) => a - b)[Math.floor(count / 2)]!;
  }
}
