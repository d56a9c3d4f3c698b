import type { DurableMessage } from "@blueprint/contract/collaboration";

/**
 * What is known to be on disk, put together from messages. A Yjs state vector is not enough: deletions (including undone
 * additions) do not advance it, so they are tracked separately.
 */
export class StoredContent {
  readonly #clocks = new Map<string, number>();
  /** Kept merged and sorted, so that each run of an edit is always inside one range. */
  readonly #deleted = new Map<string, [start: number, end: number][]>();

  /** The last stored clock of each Yjs client. */
  get clocks(): ReadonlyMap<string, number> {
    return this.#clocks;
  }

  note({ clocks, deleted }: Pick<DurableMessage, "clocks" | "deleted">): void {
    for (const [client, clock] of Object.entries(clocks)) {
      this.#clocks.set(client, Math.max(clock, this.#clocks.get(client) ?? 0));
    }
    for (const [client, runs] of Object.entries(deleted)) {
      for (const [clock, length] of runs) this.#noteDeleted(client, clock, clock + length);
    }
  }

  hasClock(client: string, clock: number): boolean {
    return clock <= (this.#clocks.get(client) ?? 0);
  }

  hasDeleted(client: string, clock: number, length: number): boolean {
    const ranges = this.#deleted.get(client) ?? [];
    return ranges.some(([start, end]) => start <= clock && clock + length <= end);
  }

  /** Whether everything that a message lists is known to be on disk. */
  covers({ clocks, deleted }: Pick<DurableMessage, "clocks" | "deleted">): boolean {
    return (
      Object.entries(clocks).every(([client, clock]) => this.hasClock(client, clock)) &&
      Object.entries(deleted).every(([client, runs]) =>
        runs.every(([clock, length]) => this.hasDeleted(client, clock, length)),
      )
    );
  }

  #noteDeleted(client: string, start: number, end: number): void {
    const merged: [number, number][] = [];
    let [low, high] = [start, end];
    for (const range of this.#deleted.get(client) ?? []) {
      if (range[1] < low || range[0] > high) merged.push(range);
      else [low, high] = [Math.min(low, range[0]), Math.max(high, range[1])];
    }
    merged.push([low, high]);
    this.#deleted.set(
      client,
      merged.sort((a, b) => a[0] - b[0]),
    );
  }
}
