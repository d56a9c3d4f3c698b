import { listWords, toCut, type Word } from "./words.ts";

export interface Excerpt {
  readonly text: string;
  /** Where the words are in it: start and end in UTF-16 units. */
  readonly matches: [start: number, end: number][];
}

const excerptCharactersMax = 280;
/** Characters before the first found word, so that it isn't read out of context. */
const leadCharacters = 60;

/** The part of a passage with most of the words, cut between words. */
export function toExcerpt(text: string, words: ReadonlySet<string>): Excerpt {
  const all = listWords(text);
  const hits = all.filter(({ word }) => words.has(word));
  if (text.length <= excerptCharactersMax) return { text, matches: hits.map(toRange) };
  const start = findStart(text, all, hits);
  const end = findEnd(text, all, start);
  const [before, after] = [start > 0 ? "… " : "", end < text.length ? " …" : ""];
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end).trimEnd()}${after}`,
    matches: hits
      .filter((hit) => hit.start >= start && hit.end <= end)
      .map((hit) => [hit.start + shift, hit.end + shift]),
  };
}

function toRange({ start, end }: Word): [number, number] {
  return [start, end];
}

function findStart(text: string, all: readonly Word[], hits: readonly Word[]): number {
  let [from, most] = [0, 0];
  for (const hit of hits) {
    const reach = hit.start + excerptCharactersMax - leadCharacters;
    const held = new Set(hits.filter(({ start, end }) => start >= hit.start && end <= reach).map(({ word }) => word));
    if (held.size > most) [from, most] = [hit.start, held.size];
  }
  const wanted = Math.min(from - leadCharacters, text.length - excerptCharactersMax);
  return wanted <= 0 ? 0 : (all.find(({ start }) => start >= wanted && start <= from)?.start ?? toCut(text, wanted));
}

function findEnd(text: string, all: readonly Word[], start: number): number {
  const wanted = start + excerptCharactersMax;
  if (wanted >= text.length) return text.length;
  return all.findLast(({ start: from, end }) => end <= wanted && from > start)?.end ?? toCut(text, wanted);
}
