const kept = 120;

/** Recent frame times, milliseconds. */
export class FrameTimes {
  readonly #times = new Float32Array(kept);
  #count = 0;

  note(frameMs: number): void {
    this.#times[this.#count++ % kept] = frameMs;
  }

  /** Null before the first frame. */
  summarise(): { readonly medianMs: number; readonly p95Ms: number; readonly frames: number } | null {
    const frames = Math.min(this.#count, kept);
    if (frames === 0) return null;
    const sorted = this.#times.slice(0, frames).sort();
    const at = (share: number) => sorted[Math.min(frames - 1, Math.floor(frames * share))]!;
    return { medianMs: at(0.5), p95Ms: at(0.95), frames };
  }
}
