import type { Database } from "../../db/database.ts";
import { isMisspelling } from "../../platform/misspelling.ts";
import {
  countMatches,
  findKnownWords,
  findSimilarWords,
  foldText,
  type Parts,
  type PlaceSearch,
} from "./discover-search.repository.ts";

// More words than a visitor types would only slow the query down.
const wordsMax = 8;
/** A search that finds fewer places also looks for words that resemble its own. */
const enough = 12;
const similarMax = 6;
/** Shorter words resemble too many others. */
const misspelledLettersMin = 4;
/** Han words are short. */
const misspelledUnspacedLettersMin = 3;
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}]/u;
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** What a visitor may mean by what they typed. Null for nothing typed, `nothing` for punctuation alone. */
export async function readSearch(db: Database, typed: string): Promise<PlaceSearch | "nothing" | null> {
  if (typed.trim() === "") return null;
  const words = (await foldText(db, typed))
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, wordsMax);
  if (words.length === 0) return "nothing";
  const exact = { words, meanings: words.map((word) => [[word]]) };
  if ((await countMatches(db, exact, enough)) >= enough) return exact;
  return { words, meanings: await listMeanings(db, words) };
}

async function listMeanings(db: Database, words: readonly string[]): Promise<Parts[][]> {
  const doubtful = words.filter(isMisspellable);
  const exchanged = doubtful.flatMap((word) => listExchanged(word));
  const [similar, known] = await db.transaction(async (tx) => [
    [
      ...(await findSimilarWords(tx, doubtful.filter(isShort), 0.2)),
      ...(await findSimilarWords(
        tx,
        doubtful.filter((word) => !isShort(word)),
        0.3,
      )),
    ],
    new Set(await findKnownWords(tx, exchanged)),
  ]);
  return words.map((word) => {
    const found = similar.filter(({ given, word: other }) => given === word && isMisspelling(word, other));
    const meant = [...listExchanged(word).filter((other) => known.has(other)), ...found.map((one) => one.word)];
    return [
      [word],
      ...[...new Set(meant)]
        .filter((other) => other !== word)
        .slice(0, similarMax)
        .map((other) => [other]),
      ...listSegments(word),
    ];
  });
}

const isShort = (word: string) => [...word].length < 6;

function isMisspellable(word: string): boolean {
  const { length } = [...word];
  return length >= (unspaced.test(word) ? misspelledUnspacedLettersMin : misspelledLettersMin);
}

/** A word with two neighbouring letters exchanged, which leaves few trigrams of a short one. */
function listExchanged(word: string): string[] {
  if (!isMisspellable(word)) return [];
  const letters = [...word];
  return letters.slice(1).map((letter, at) => {
    const copy = [...letters];
    [copy[at], copy[at + 1]] = [letter, letters[at]!];
    return copy.join("");
  });
}

/** The words in a run of a script without spaces, which a place may have apart. */
function listSegments(word: string): Parts[] {
  if (!unspaced.test(word)) return [];
  const segments = Array.from(segmenter.segment(word), ({ segment }) => segment).filter((one) => [...one].length > 1);
  return segments.length === 0 || segments[0] === word ? [] : [segments];
}
