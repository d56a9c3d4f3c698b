/** Fractions of the screen's pixels along each side, finest first. */
const scales = [1, 0.8, 0.65, 0.5] as const;
/** Above `slowMs`, camera turns stutter; below `fastMs`, there is room for more pixels. In between, nothing changes. */
const slowMs = 40;
const fastMs = 24;
/** Unusably slow: drops straight to the coarsest scale. */
const standstillMs = 150;
const slowFrames = 5;
const fastFrames = 40;
const standstillFrames = 3;
const backoffMs = 4_000;
const backoffMaxMs = 64_000;

/**
 * Resolution while the view moves, adapted to frame times. A finer scale that proves too slow is retried after growing
 * delays, so that the picture doesn't oscillate.
 */
export class PixelPace {
  #level = 0;
  #frames: number[] = [];
  #finerAtMs = Number.NEGATIVE_INFINITY;
  #backoffMs = backoffMs;
  #wentFiner = false;

  /** Fraction of the full pixel count along each side. */
  get scale(): number {
    return scales[this.#level]!;
  }

  /** @param frameMs time of a frame in which the view moved @returns whether the scale changed */
  note(frameMs: number, nowMs: number): boolean {
    this.#frames.push(frameMs);
    if (this.#frames.length > fastFrames) this.#frames.shift();
    if (this.#medianOf(standstillFrames) > standstillMs) return this.#coarsen(scales.length - 1, nowMs);
    if (this.#medianOf(slowFrames) > slowMs) return this.#coarsen(this.#level + 1, nowMs);
    const isFast = this.#frames.length === fastFrames && this.#frames.every((ms) => ms < fastMs);
    if (!isFast || this.#level === 0 || nowMs < this.#finerAtMs) {
      // The finer scale held: the next one may be tried without extra delay.
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

  /** Median of the last frames; 0 while there are fewer. */
  #medianOf(count: number): number {
    if (this.#frames.length < count) return 0;
    return this.#frames.slice(-count).sort((a, b) => a - b)[Math.floor(count / 2)]!;
  }
}
