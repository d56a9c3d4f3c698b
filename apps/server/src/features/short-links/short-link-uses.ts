import { setTimeout as wait } from "node:timers/promises";
import type { AppContext } from "../../platform/app-context.ts";
import { addUses } from "./short-links.repository.ts";

/** A server that is killed loses at most the uses of this time. */
const writeEveryMs = 1_000;
const closeWithinMs = 2_000;
/** Links that wait for a database that doesn't answer; further ones are not counted. */
const waitingLinksMax = 100_000;

/** Counts the use of short links in memory and writes it in batches, so that following a link waits for no write. */
export class ShortLinkUses {
  readonly #context: Pick<AppContext, "db" | "clock" | "log">;
  readonly #timer: NodeJS.Timeout;
  #waiting = new Map<string, { count: number; lastAt: Date }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(context: Pick<AppContext, "db" | "clock" | "log">) {
    this.#context = context;
    this.#timer = setInterval(() => void this.write().catch(() => {}), writeEveryMs).unref();
  }

  count(id: string): void {
    this.#add(id, 1, this.#context.clock.now());
  }

  /** Writes what waits. A batch that fails waits for the next one. */
  write(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#writeBatch());
    return this.#writing;
  }

  /** Writes what waits, unless the database doesn't answer: stopping must not wait for it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.race([this.write().catch(() => {}), wait(closeWithinMs, undefined, { ref: false })]);
  }

  async #writeBatch(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const batch = this.#waiting;
    this.#waiting = new Map();
    try {
      await addUses(
        this.#context.db,
        Array.from(batch, ([id, uses]) => ({ id, ...uses })),
      );
    } catch (error) {
      this.#context.log.warn({ err: error, links: batch.size }, "Could not write the uses of short links");
      for (const [id, { count, lastAt }] of batch) this.#add(id, count, lastAt);
      throw error;
    }
  }

  #add(id: string, count: number, at: Date): void {
    const known = this.#waiting.get(id);
    if (known === undefined && this.#waiting.size >= waitingLinksMax) return;
    const lastAt = known !== undefined && known.lastAt > at ? known.lastAt : at;
    this.#waiting.set(id, { count: count + (known?.count ?? 0), lastAt });
  }
}
