import { setTimeout as wait } from "node:timers/promises";
import type { ConversionProgress } from "@blueprint/contract/scan-report";

/** Writes the newest progress, one write at a time and at most one per `everyMs`. */
export class ProgressWriter {
  readonly #write: (progress: ConversionProgress) => Promise<void>;
  readonly #everyMs: number;
  readonly #stopped = new AbortController();
  #newest: ConversionProgress | null = null;
  #running: Promise<void> | null = null;

  constructor(everyMs: number, write: (progress: ConversionProgress) => Promise<void>) {
    this.#everyMs = everyMs;
    this.#write = write;
  }

  push(progress: ConversionProgress): void {
    if (this.#stopped.signal.aborted) return;
    this.#newest = progress;
    this.#running ??= this.#run();
  }

  /** Resolves when nothing more will be written. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#newest !== null && !this.#stopped.signal.aborted) {
      const progress = this.#newest;
      this.#newest = null;
      await this.#write(progress);
      await wait(this.#everyMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
    }
    this.#running = null;
  }
}
