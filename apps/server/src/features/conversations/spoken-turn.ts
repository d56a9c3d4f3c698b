import { speechRules } from "@blueprint/contract/conversations";

const { bytesPerSample, questionHz, questionSecondsMax } = speechRules;
const bytesPerSecond = questionHz * bytesPerSample;

/** A question as it is spoken: kept until it is answered, so that a connection that is lost loses none of it. */
export class SpokenTurn {
  /** Base64 of 16 kHz 16-bit mono PCM. */
  readonly #pieces: string[] = [];
  readonly #ended = new AbortController();
  #bytes = 0;
  #take: ((data: string) => void) | null = null;

  get seconds(): number {
    return this.#bytes / bytesPerSecond;
  }

  /** Aborts when the turn is whole. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  get isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  /** What is said after the end, or beyond the longest question, is dropped. */
  add(data: string): void {
    if (this.isEnded) return;
    this.#pieces.push(data);
    this.#bytes += Buffer.byteLength(data, "base64");
    this.#take?.(data);
    if (this.seconds >= questionSecondsMax) this.end();
  }

  end(): void {
    this.#ended.abort();
  }

  /** Hands over what was said so far, and then each piece as it comes. One at a time. @returns how to stop */
  follow(take: (data: string) => void): () => void {
    for (const piece of this.#pieces) take(piece);
    this.#take = take;
    return () => {
      if (this.#take === take) this.#take = null;
    };
  }
}
