import { setTimeout as wait } from "node:timers/promises";
import type { AppContext } from "../../platform/app-context.ts";
import { addToCounts, type CountRow } from "./asked-questions.repository.ts";

/** Many visitors ask one place at once: a row for each place and outcome, written this often, costs them nothing. */
const writeEveryMs = 500;
const retryAfterMs = 5_000;
/** While the database can't be reached; beyond it, questions aren't counted. */
const heldMax = 10_000;

/** Counts of questions on their way to the database. A process that is killed loses those of its last half second. */
export class AskedCounts {
  readonly #context: Pick<AppContext, "db" | "log">;
  #held = new Map<string, CountRow>();
  #writing: Promise<void> | null = null;
  readonly #stopped = new AbortController();

  constructor(context: Pick<AppContext, "db" | "log">) {
    this.#context = context;
  }

  add(counted: Omit<CountRow, "count">): void {
    this.#hold({ ...counted, count: 1 });
    this.#writing ??= this.#writeAll();
  }

  /** Writes what is held. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#writing;
  }

  #hold(row: CountRow): void {
    const { blueprintId, day, channel, outcome, timeClass } = row;
    const key = [blueprintId, day, channel, outcome, timeClass].join(" ");
    const held = this.#held.get(key);
    if (held === undefined && this.#held.size >= heldMax) return;
    this.#held.set(key, { ...row, count: row.count + (held?.count ?? 0) });
  }

  async #writeAll(): Promise<void> {
    for (let waitMs = writeEveryMs; this.#held.size > 0; ) {
      await wait(waitMs, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => {});
      const rows = [...this.#held].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      this.#held.clear();
      try {
        await addToCounts(this.#context.db, rows);
        waitMs = writeEveryMs;
      } catch (error) {
        this.#context.log.error({ err: error }, "questions to places could not be counted yet");
        if (this.#stopped.signal.aborted) break;
        for (const row of rows) this.#hold(row);
        waitMs = retryAfterMs;
      }
    }
    this.#writing = null;
  }
}
