import type { Clock } from "../clock.ts";
import type { UploadLease } from "./staging.ts";

/** A sender that is silent for this long has probably lost its connection without notice. */
const silentAfterMs = 5_000;
/** A lease is renewed this often while bytes arrive. */
const renewEveryMs = 2_000;

export interface UploadHold {
  /** Call it whenever bytes arrive. */
  readonly touch: () => void;
}

interface Holder {
  lastByteAt: number;
  /** Whether bytes have arrived since the lease was last renewed. */
  hasArrived: boolean;
  readonly interrupt: () => void;
  readonly released: Promise<void>;
}

/**
 * One writer per upload. Where only this process can reach the bytes, a lock in memory is enough; the journal's
 * compare-and-set in the database backs it up. Servers that share the bytes also hold a lease.
 */
export class UploadLocks {
  readonly #clock: Clock;
  readonly #lease: UploadLease | null;
  readonly #holders = new Map<string, Holder>();

  constructor(clock: Clock, lease: UploadLease | null) {
    this.#clock = clock;
    this.#lease = lease;
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
    const holder: Holder = { lastByteAt: this.#clock.now().getTime(), hasArrived: false, interrupt, released };
    this.#holders.set(id, holder);
    const touch = () => {
      holder.lastByteAt = this.#clock.now().getTime();
      holder.hasArrived = true;
    };
    try {
      if (this.#lease === null) return await run({ touch });
      return (await this.#lease.take(id, force))
        ? await this.#runLeased(this.#lease, id, holder, () => run({ touch }))
        : null;
    } finally {
      this.#holders.delete(id);
      release();
    }
  }

  async #runLeased<T>(lease: UploadLease, id: string, holder: Holder, run: () => Promise<T>): Promise<T> {
    const renewal = setInterval(() => {
      if (!holder.hasArrived) return;
      holder.hasArrived = false;
      // Without the database nothing is journaled either: the request fails by itself.
      lease.renew(id).then(
        (isOurs) => isOurs || holder.interrupt(),
        () => {},
      );
    }, renewEveryMs);
    try {
      return await run();
    } finally {
      clearInterval(renewal);
      // A lease that cannot be released expires.
      await lease.release(id).catch(() => {});
    }
  }

  /** Whether bytes of an upload are arriving, at any server that can receive them. */
  async isReceiving(id: string): Promise<boolean> {
    const holder = this.#holders.get(id);
    if (holder !== undefined) return this.#clock.now().getTime() - holder.lastByteAt < silentAfterMs;
    return this.#lease !== null && (await this.#lease.isTaken(id));
  }

  /** Interrupts all senders and waits until their bytes are safe: for a server that stops. */
  async interruptAll(): Promise<void> {
    for (const holder of this.#holders.values()) holder.interrupt();
    await Promise.all(Array.from(this.#holders.values(), ({ released }) => released));
  }
}
