import { setImmediate as nextTurn } from "node:timers/promises";
import type { Passage } from "./passages.ts";
import { listWords } from "./words.ts";

export interface IndexedWord {
  readonly word: string;
  /** With its accents, as it was written first. */
  readonly raw: string;
  /** Numbers of the passages that hold it. */
  readonly passages: readonly number[];
  /** What it contributes to each one's rank: BM25 without the word's rarity. */
  readonly weights: readonly number[];
}

// Usual values of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
const saturation = 1.2;
const lengthShare = 0.75;
/** A word in the title says more about what a passage is about. */
const titleCounts = 3;
const passagesPerTurn = 100;

/** The words of all passages. Makes way for other requests while it works. */
export async function indexPassages(passages: readonly Passage[]): Promise<IndexedWord[]> {
  const words = new Map<string, { raw: string; passages: number[]; weights: number[] }>();
  const lengths: number[] = [];
  for (const [number, { title, text, typeWords }] of passages.entries()) {
    if (number % passagesPerTurn === 0) await nextTurn();
    const counts = new Map<string, number>();
    let length = 0;
    for (const [given, count, counted] of [
      [title, titleCounts, 1],
      [text, 1, 1],
      // Synonyms make no text long.
      [typeWords, 1, 0],
    ] as const)
      for (const { word, raw } of listWords(given)) {
        length += counted;
        counts.set(word, (counts.get(word) ?? 0) + count);
        if (!words.has(word)) words.set(word, { raw, passages: [], weights: [] });
      }
    lengths.push(length);
    for (const [word, count] of counts) {
      const known = words.get(word)!;
      known.passages.push(number);
      known.weights.push(count);
    }
  }
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  for (const { passages: numbers, weights } of words.values())
    for (const [index, number] of numbers.entries()) {
      const share = 1 - lengthShare + (lengthShare * lengths[number]!) / mean;
      const count = weights[index]!;
      weights[index] = Number(((count * (saturation + 1)) / (count + saturation * share)).toPrecision(4));
    }
  return [...words].map(([word, known]) => ({ word, ...known }));
}
