import type { DurableMessage } from "@blueprint/contract/collaboration";
import * as Y from "yjs";
import { StoredContent } from "./stored-content.ts";

/** One of a person's edits that may not be on the server's disk yet. Plain data that can be stored on the device. */
export interface UnsavedEdit {
  /** Yjs client that made it: this document's, or that of an earlier page. */
  readonly client: number;
  readonly clockEnd: number;
  readonly deleted: readonly (readonly [client: string, clock: number, length: number])[];
}

/** Tracks which of this person's edits are on the server's disk. */
export class SaveState {
  readonly #doc: Y.Doc;
  readonly #onChange: () => void;
  readonly #stored = new StoredContent();
  #isTold = false;
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
    if (!this.#isTold) return false;
    const own = Y.decodeStateVector(Y.encodeStateVector(this.#doc));
    return [...this.#stored.clocks].every(([client, clock]) => (own.get(Number(client)) ?? 0) >= clock);
  }

  noteDurable(message: DurableMessage): void {
    this.#isTold = true;
    this.#stored.note(message);
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

  #isDurable({ client, clockEnd, deleted }: UnsavedEdit): boolean {
    const stored = this.#stored;
    return stored.hasClock(String(client), clockEnd) && deleted.every((run) => stored.hasDeleted(...run));
  }
}
