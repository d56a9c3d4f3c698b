import { LRUCache } from "lru-cache";

/** An answer that is kept as it was written, or will be once it is. */
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

/** An answer as it was written before. */
export class WrittenAnswer {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a route may answer: something new, something to keep, or what was kept. */
export type Answered<Answer> = Answer | LastingAnswer<Answer> | WrittenAnswer;

/**
 * Keeps answers under everything they were made from, so that they are made once and never told when anything of it has
 * changed. Who may have an answer is none of its business: it is asked after that was decided.
 */
export interface AnswerMemory {
  find(madeFrom: string): WrittenAnswer | undefined;
  keep<Answer>(madeFrom: string, answer: Answer): LastingAnswer<Answer>;
}

/** @param bytesMax those longest not asked for are forgotten beyond it */
export function createAnswerMemory(bytesMax: number): AnswerMemory {
  const kept = new LRUCache<string, WrittenAnswer>({
    maxSize: bytesMax,
    // A text outside Latin-1 takes two bytes for each character.
    sizeCalculation: ({ text }, madeFrom) => 2 * (text.length + madeFrom.length),
  });
  return {
    find: (madeFrom) => kept.get(madeFrom),
    keep: (madeFrom, answer) => new LastingAnswer(answer, (text) => kept.set(madeFrom, new WrittenAnswer(text))),
  };
}
