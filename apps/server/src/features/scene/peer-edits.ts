import type { DurableMessage } from "@blueprint/contract/collaboration";
import { describeUpdate } from "@blueprint/scene/durable-message";
import { StoredContent } from "@blueprint/scene/stored-content";
import type { Clock } from "../../platform/clock.ts";

interface HeldEdit {
  readonly update: Uint8Array;
  readonly content: DurableMessage;
  readonly heldSinceMs: number;
}

/**
 * Edits of one document that came from other servers, until those have stored them. A server may pass an edit on before
 * it is stored and then be killed; its people reconnect elsewhere, where their edit is known already and so arrives as
 * nothing new. Somebody else has to store it.
 */
export class PeerEdits {
  readonly #clock: Pick<Clock, "monotonicMs">;
  /** Stored by other servers. What this server stores itself says nothing about earlier edits of the same people. */
  readonly #stored = new StoredContent();
  #held: HeldEdit[] = [];

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  hold(update: Uint8Array): void {
    const content = describeUpdate(update);
    // The news that an edit is stored may be faster than the edit.
    if (!this.#stored.covers(content)) this.#held.push({ update, content, heldSinceMs: this.#clock.monotonicMs() });
  }

  noteStored(message: DurableMessage): void {
    this.#stored.note(message);
    this.#held = this.#held.filter(({ content }) => !this.#stored.covers(content));
  }

  /** Hands over, oldest first, what nobody has stored for this long. */
  takeOlderThan(milliseconds: number): Uint8Array[] {
    const now = this.#clock.monotonicMs();
    const isLate = ({ heldSinceMs }: HeldEdit) => now - heldSinceMs > milliseconds;
    const late = this.#held.filter(isLate);
    if (late.length > 0) this.#held = this.#held.filter((edit) => !isLate(edit));
    return late.map(({ update }) => update);
  }
}
