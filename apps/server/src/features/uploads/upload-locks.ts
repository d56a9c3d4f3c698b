import type { Clock } from "../../platform/clock.ts";

/** A sender that has been silent for this long has probably lost its connection without a word. */
const silentAfterMs = 5_000;

export interface UploadHold {
  /** To be called whenever bytes arrive. */
  readonly touch: () => void;
}

interface Holder {
  lastByteAt: number;
  readonly interrupt: () => void;
  readonly released: Promise<void>;
}

/**
 * One writer for each upload session. A data folder belongs to one server process, so a lock in memory is enough; the
 * journal's compare-and-set in the database stands behind it.
 */
export class UploadLocks {
  readonly #clock: Clock;
  readonly #holders = new Map<string, Holder>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs alone on the session, or answers `null` without running when somebody else is sending. Whoever holds it is
   * interrupted when silent, or at once with `force`.
   * @param interrupt ends what `run` is waiting for, when another one takes over
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

  /** Whether bytes of a session are coming in. */
  isReceiving(id: string): boolean {
    const holder = this.#holders.get(id);
    return holder !== undefined && this.#clock.now().getTime() - holder.lastByteAt < silentAfterMs;
  }

  /** Interrupts all senders and waits until what they sent is safe: for a server that stops. */
  async interruptAll(): Promise<void> {
    for (const holder of this.#holders.values()) holder.interrupt();
    await Promise.all(Array.from(this.#holders.values(), ({ released }) => released));
  }
}
