const windowMs = 5_000;

/** Speed over the last few seconds: stable enough to read, fast enough to be accurate. */
export class SpeedMeter {
  #samples: { atMs: number; bytes: number }[] = [];

  /** @param bytes total bytes sent so far; a decrease (a part must be resent) resets the meter. */
  note(atMs: number, bytes: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && bytes < last.bytes) this.#samples = [];
    this.#samples.push({ atMs, bytes });
    // Keep one sample from before the window, so that the window is always complete.
    while (this.#samples.length > 2 && this.#samples[1]!.atMs <= atMs - windowMs) this.#samples.shift();
  }

  reset(): void {
    this.#samples = [];
  }

  /** Null while there is too little data. */
  bytesPerSecond(nowMs: number): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.bytes === first.bytes) return null;
    const elapsedMs = nowMs - first.atMs;
    return elapsedMs <= 0 ? null : ((last.bytes - first.bytes) * 1000) / elapsedMs;
  }
}
