import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { addVisitEvents, type NewVisitEvent } from "./visits.repository.ts";

/** Beyond it, what visitors report is refused until the database keeps up. */
const waitingMax = 20_000;
const retryAfterSeconds = 5;
/** Teams see a visit soon after it began. */
const countedWithinMs = 5_000;

interface Waiting {
  readonly events: readonly NewVisitEvent[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writes events of visits. What arrives during a write is written together in the next one. */
export class VisitCounter {
  readonly #context: Pick<AppContext, "db" | "jobs" | "clock">;
  /** When what was written lately is counted, by the monotonic clock. */
  #countedAtMs = Number.NEGATIVE_INFINITY;
  #waiting: Waiting[] = [];
  #waitingCount = 0;
  #isWriting = false;

  constructor(context: Pick<AppContext, "db" | "jobs" | "clock">) {
    this.#context = context;
  }

  /**
   * Resolves when the events are in the database.
   * @throws AppError too-many-requests while the database can't keep up
   */
  add(events: readonly NewVisitEvent[]): Promise<void> {
    if (events.length === 0) return Promise.resolve();
    if (this.#waitingCount + events.length > waitingMax) throw new AppError("too-many-requests", { retryAfterSeconds });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ events, resolve, reject });
      this.#waitingCount += events.length;
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      this.#waitingCount = 0;
      try {
        await this.#write(batch.flatMap(({ events }) => events));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }

  async #write(events: readonly NewVisitEvent[]): Promise<void> {
    const { db, jobs, clock } = this.#context;
    const nowMs = clock.monotonicMs();
    if (nowMs < this.#countedAtMs) return addVisitEvents(db, events);
    const runAt = new Date(clock.now().getTime() + countedWithinMs);
    await db.transaction(async (tx) => {
      await addVisitEvents(tx, events);
      await jobs.enqueue(tx, "count-visits", {}, { key: "count-visits", runAt });
    });
    this.#countedAtMs = nowMs + countedWithinMs;
  }
}
