import type { DurableMessage } from "@blueprint/contract/collaboration";
import * as Y from "yjs";

/** One of a person's edits that may not be on the server's disk yet. Plain data that can be stored on the device. */
export interface UnsavedEdit {
  /** Yjs client that made it: this document's, or that of an earlier page. */
  readonly client: number;
  readonly clockEnd: number;
  readonly deleted: readonly (readonly [client: string, clock: number, length: number])[];
}

/**
 * Tracks which of this person's edits are on the server's disk. A Yjs state vector is not enough: deletions (including
 * undone additions) do not advance it, so they are tracked separately.
 */
export class SaveState {
  readonly #doc: Y.Doc;
  readonly #onChange: () => void;
  readonly #durableDeletes = new Map<string, [start: number, end: number][]>();
  #durableClocks: DurableMessage["clocks"] | null = null;
  #pending: UnsavedEdit[] = [];

  constructor(doc: Y.Doc, onChange: () => void) {
    this.#doc = doc;
    this.#onChange = onChange;
    doc.on("afterTransaction", this.#noteTransaction);
  }

  /** How many of this person's edits are not confirmed to be on disk. */
  get unsavedCount(): number {
    return this.#pending.length;
  }

  /** Those edits, oldest first. */
  get unsaved(): readonly UnsavedEdit[] {
    return this.#pending;
  }

  /** Adopts edits of an earlier page whose content was just restored into the document. */
  restore(edits: readonly UnsavedEdit[]): void {
    this.#pending = [...edits.filter((edit) => !this.#isDurable(edit)), ...this.#pending];
    this.#onChange();
  }

  /** Whether everything on disk, as of the server's last message, has arrived here. */
  get isLoaded(): boolean {
    if (this.#durableClocks === null) return false;
    const own = Object.fromEntries(Y.decodeStateVector(Y.encodeStateVector(this.#doc)));
    return Object.entries(this.#durableClocks).every(([client, clock]) => (own[client] ?? 0) >= clock);
  }

  noteDurable(message: DurableMessage): void {
    this.#durableClocks ??= {};
    for (const [client, clock] of Object.entries(message.clocks)) {
      this.#durableClocks[client] = Math.max(clock, this.#durableClocks[client] ?? 0);
    }
    for (const [client, runs] of Object.entries(message.deleted)) {
      for (const [clock, length] of runs) this.#noteDeleted(client, clock, clock + length);
    }
    this.#pending = this.#pending.filter((edit) => !this.#isDurable(edit));
    this.#onChange();
  }

  destroy(): void {
    this.#doc.off("afterTransaction", this.#noteTransaction);
  }

  readonly #noteTransaction = (transaction: Y.Transaction): void => {
    const { clientID } = this.#doc;
    const clockEnd = transaction.afterState.get(clientID) ?? 0;
    const deleted = [...transaction.deleteSet.clients].flatMap(([client, items]) =>
      items.map(({ clock, len }) => [String(client), clock, len] as const),
    );
    const hasInserted = clockEnd > (transaction.beforeState.get(clientID) ?? 0);
    const edit: UnsavedEdit = { client: clientID, clockEnd, deleted };
    // Yjs cleans up styled texts after a remote change, on every replica independently: if the server was first, it has
    // already confirmed the cleanup and will not do so again.
    const isNews = hasInserted || (deleted.length > 0 && !this.#isDurable(edit));
    if (transaction.local && isNews) this.#pending.push(edit);
    this.#onChange();
  };

  #isDurable(edit: UnsavedEdit): boolean {
    const durableClock = this.#durableClocks?.[edit.client] ?? 0;
    return edit.clockEnd <= durableClock && edit.deleted.every((run) => this.#isDeletedDurably(...run));
  }

  #isDeletedDurably(client: string, clock: number, length: number): boolean {
    const ranges = this.#durableDeletes.get(client) ?? [];
    return ranges.some(([start, end]) => start <= clock && clock + length <= end);
  }

  // Kept merged and sorted, so that each run of an edit is always inside one range.
  #noteDeleted(client: string, start: number, end: number): void {
    const merged: [number, number][] = [];
    let [low, high] = [start, end];
    for (const range of this.#durableDeletes.get(client) ?? []) {
      if (range[1] < low || range[0] > high) merged.push(range);
      else [low, high] = [Math.min(low, range[0]), Math.max(high, range[1])];
    }
    merged.push([low, high]);
    this.#durableDeletes.set(
      client,
      merged.sort((a, b) => a[0] - b[0]),
    );
  }
}
