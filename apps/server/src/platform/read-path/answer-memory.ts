import { LRUCache } from "lru-cache";

/** An answer to cache once it is serialized. */
export class LastingAnswer<Answer> {
  readonly #answer: Answer;
  readonly #keep: (text: string) => void;

  constructor(answer: Answer, keep: (text: string) => void) {
    this.#answer = answer;
    this.#keep = keep;
  }

  /** @returns JSON */
  write(toText: (answer: Answer) => string): string {
    const text = toText(this.#answer);
    this.#keep(text);
    return text;
  }
}

/** A serialized answer from the cache. */
export class WrittenAnswer {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a route may return: a new answer, one to cache, or a cached one. */
export type Answered<Answer> = Answer | LastingAnswer<Answer> | WrittenAnswer;

/**
 * Caches answers under everything they depend on, so that each is built once and never served after any of it has
 * changed. Call it only after checking that the caller may have the answer.
 */
export interface AnswerMemory {
  find(madeFrom: string): WrittenAnswer | undefined;
  keep<Answer>(madeFrom: string, answer: Answer): LastingAnswer<Answer>;
}

/** @param bytesMax beyond it, the least recently used answers are evicted */
export function createAnswerMemory(bytesMax: number): AnswerMemory {
  const kept = new LRUCache<string, WrittenAnswer>({
    maxSize: bytesMax,
    // Text outside Latin-1 takes two bytes per character.
    sizeCalculation: ({ text }, madeFrom) => 2 * (text.length + madeFrom.length),
  });
  return {
    find: (madeFrom) => kept.get(madeFrom),
    keep: (madeFrom, answer) => new LastingAnswer(answer, (text) => kept.set(madeFrom, new WrittenAnswer(text))),
  };
}
