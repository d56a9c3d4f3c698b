/** What is said in a headset: a question, and its answer or what became of it. */
export interface HeadsetCaption {
  readonly title: string;
  readonly text: string;
}

/** Speaking with a place's guide in a headset. */
export interface HeadsetTalk {
  /** Null while nothing was said. */
  getCaption(): HeadsetCaption | null;
  /** Whether the caption is still changing or being heard. */
  isGoingOn(): boolean;
  subscribe(listener: () => void): () => void;
  /** The trigger is held down. */
  press(): void;
  release(): void;
}

/** Shorter pulls of the trigger go somewhere or open a card. */
const holdMs = 250;

/** Tells a trigger that is held to speak from one that is pulled to go somewhere. */
export class TriggerHold {
  readonly #talk: HeadsetTalk;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTalking = false;

  constructor(talk: HeadsetTalk) {
    this.#talk = talk;
  }

  /** Whether the trigger is being held to speak. */
  get isTalking(): boolean {
    return this.#isTalking;
  }

  begin(): void {
    this.end();
    this.#timer = setTimeout(() => {
      this.#isTalking = true;
      this.#talk.press();
    }, holdMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#isTalking) this.#talk.release();
    this.#isTalking = false;
  }
}
