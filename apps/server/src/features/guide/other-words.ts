import { setImmediate as nextTurn } from "node:timers/promises";
import type { OtherWords } from "@blueprint/scene/other-words";
import type { Passage } from "./passages.ts";
import { listWords } from "./words.ts";

const passagesPerTurn = 100;
/** Letters that a plural or a case adds. */
const endingMax = 2;

/** Has the passages that mention a name found by what visitors also call it. */
export async function addOtherWords(
  passages: readonly Passage[],
  entries: readonly OtherWords[],
): Promise<readonly Passage[]> {
  const byFirstWord = new Map<string, { words: string[]; others: string }[]>();
  for (const { name, others } of entries) {
    const words = listWords(name).map(({ word }) => word);
    const [first] = words;
    if (first === undefined) continue;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, others: others.join(", ") }]);
  }
  if (byFirstWord.size === 0) return passages;
  const found: Passage[] = [];
  for (const [number, passage] of passages.entries()) {
    if (number % passagesPerTurn === 0) await nextTurn();
    const words = listWords(`${passage.title}\n${passage.text}`).map(({ word }) => word);
    const others = new Set(
      words.flatMap((word, at) =>
        listBeginnings(word)
          .flatMap((first) => byFirstWord.get(first) ?? [])
          .filter((entry) => isAt(words, at, entry.words))
          .map((entry) => entry.others),
      ),
    );
    found.push(
      others.size === 0
        ? passage
        : { ...passage, typeWords: [passage.typeWords, ...others].filter((some) => some !== "").join("; ") },
    );
  }
  return found;
}

/** The word itself, and without what may be its ending. */
function listBeginnings(word: string): string[] {
  return Array.from({ length: endingMax + 1 }, (_, cut) => word.slice(0, word.length - cut)).filter(
    (beginning) => beginning !== "",
  );
}

/** Whether a name's words follow one another from there; the last one may have an ending. */
function isAt(words: readonly string[], at: number, name: readonly string[]): boolean {
  return name.every((wanted, index) => {
    const word = words[at + index];
    if (word === undefined) return false;
    if (index < name.length - 1) return word === wanted;
    return word.startsWith(wanted) && word.length - wanted.length <= endingMax;
  });
}
