import { countEdits } from "../../platform/misspelling.ts";
import type { AskedWord, FoundWord } from "./knowledge.repository.ts";

/** How much a word of the set counts that isn't the asked one. */
const closeness = { same: 1, stem: 0.9, part: 0.6 } as const;
const similarityShare = 0.7;

/**
 * Ranks passages by the words they hold (BM25): rare words count more, and so do passages that hold more of the question.
 * @returns numbers of the passages and their scores, best first
 */
export function rankPassages(
  passageCount: number,
  asked: readonly AskedWord[],
  found: readonly FoundWord[],
): { number: number; score: number }[] {
  const scores = new Map<number, { score: number; words: number }>();
  const askedWords = new Set(found.map((one) => one.asked));
  for (const index of askedWords) {
    // A passage with several forms of the asked word holds it once.
    const best = new Map<number, number>();
    for (const one of found) {
      if (one.asked !== index) continue;
      const rarity = Math.log(1 + (passageCount - one.passages.length + 0.5) / (one.passages.length + 0.5));
      const share = rarity * measureCloseness(asked[index]!.word, one);
      for (const [at, number] of one.passages.entries())
        best.set(number, Math.max(best.get(number) ?? 0, share * one.weights[at]!));
    }
    for (const [number, score] of best) {
      const known = scores.get(number);
      if (known === undefined) scores.set(number, { score, words: 1 });
      else {
        known.score += score;
        known.words += 1;
      }
    }
  }
  return [...scores]
    .map(([number, { score, words }]) => ({ number, score: score * (0.5 + (0.5 * words) / askedWords.size) }))
    .sort((a, b) => b.score - a.score || a.number - b.number);
}

function measureCloseness(word: string, found: FoundWord): number {
  if (found.how !== "similar") return closeness[found.how];
  return similarityShare * (1 - countEdits(word, found.word) / Math.max(word.length, found.word.length));
}
