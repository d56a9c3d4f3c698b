const windowMs = 5_000;

/** Speed over the last seconds: steady enough to read, quick enough to be true. */
export class SpeedMeter {
  #samples: { atMs: number; bytes: number }[] = [];

  /** @param bytes all bytes sent so far; a smaller number than before (a part has to be sent again) starts anew. */
  note(atMs: number, bytes: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && bytes < last.bytes) this.#samples = [];
    this.#samples.push({ atMs, bytes });
    // One sample from before the window stays, so that the window is always whole.
    while (this.#samples.length > 2 && this.#samples[1]!.atMs <= atMs - windowMs) this.#samples.shift();
  }

  reset(): void {
    this.#samples = [];
  }

  /** Null while there is nothing to judge by. */
  bytesPerSecond(nowMs: number): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.bytes === first.bytes) return null;
    const elapsedMs = nowMs - first.atMs;
    return elapsedMs <= 0 ? null : ((last.bytes - first.bytes) * 1000) / elapsedMs;
  }
}
