import { type GateVerdict, SceneGate, type SceneWriterRights } from "@blueprint/scene/scene-gate";

/**
 * A document's gate, created for a change and dropped after a pause: it holds a second copy of the document, which
 * readers do not need. Only admitted changes keep it alive; refused ones do not.
 */
export class IdleGate {
  readonly #readState: () => Uint8Array;
  readonly #idleMsMax: number;
  readonly #onGivenUp: () => void;
  #gate: SceneGate | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(readState: () => Uint8Array, idleMsMax: number, onGivenUp: () => void = () => {}) {
    this.#readState = readState;
    this.#idleMsMax = idleMsMax;
    this.#onGivenUp = onGivenUp;
  }

  admit(update: Uint8Array, rights: SceneWriterRights): GateVerdict {
    this.#gate ??= new SceneGate(this.#readState);
    this.#timer ??= setTimeout(() => this.close(), this.#idleMsMax).unref();
    const verdict = this.#gate.admit(update, rights);
    if (verdict.outcome === "admitted") this.#timer.refresh();
    return verdict;
  }

  /** See `SceneGate.follow`. */
  follow(update: Uint8Array): void {
    this.#gate?.follow(update);
  }

  /** See `SceneGate.takeWorkBytes`. */
  takeWorkBytes(): number {
    return this.#gate?.takeWorkBytes() ?? 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#gate?.destroy();
    this.#gate = null;
    this.#onGivenUp();
  }
}
