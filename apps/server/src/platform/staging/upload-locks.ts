import type { Clock } from "../clock.ts";

/** A sender that is silent for this long has probably lost its connection without notice. */
const silentAfterMs = 5_000;

export interface UploadHold {
  /** Call it whenever bytes arrive. */
  readonly touch: () => void;
}

interface Holder {
  lastByteAt: number;
  readonly interrupt: () => void;
  readonly released: Promise<void>;
}

/**
 * One writer per upload. A data folder belongs to one server process, so a lock in memory is enough; the
 * journal's compare-and-set in the database backs it up.
 */
export class UploadLocks {
  readonly #clock: Clock;
  readonly #holders = new Map<string, Holder>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs exclusively on the upload, or returns `null` without running when another sender is active. Interrupts a
   * silent holder, or any holder with `force`.
   * @param interrupt ends what `run` is waiting for when another sender takes over
   */
  async hold<T>(
    id: string,
    { interrupt, force = false }: { interrupt: () => void; force?: boolean },
    run: (hold: UploadHold) => Promise<T>,
  ): Promise<T | null> {
    for (let holder = this.#holders.get(id); holder !== undefined; holder = this.#holders.get(id)) {
      if (!force && this.#clock.now().getTime() - holder.lastByteAt < silentAfterMs) return null;
      holder.interrupt();
      await holder.released;
    }
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holder: Holder = { lastByteAt: this.#clock.now().getTime(), interrupt, released };
    this.#holders.set(id, holder);
    const touch = () => {
      holder.lastByteAt = this.#clock.now().getTime();
    };
    try {
      return await run({ touch });
    } finally {
      this.#holders.delete(id);
      release();
    }
  }

  /** Whether bytes of an upload are arriving. */
  isReceiving(id: string): boolean {
    const holder = this.#holders.get(id);
    return holder !== undefined && this.#clock.now().getTime() - holder.lastByteAt < silentAfterMs;
  }

  /** Interrupts all senders and waits until their bytes are safe: for a server that stops. */
  async interruptAll(): Promise<void> {
    for (const holder of this.#holders.values()) holder.interrupt();
    await Promise.all(Array.from(this.#holders.values(), ({ released }) => released));
  }
}
