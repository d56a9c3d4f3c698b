import type { FontCutter, SetRun, TextWeight } from "./fonts/cut-fonts.ts";

/** A text as the typesetter takes it. */
export interface SetCopy {
  readonly runs: readonly SetRun[];
  /** What never breaks: the text fits a width only if each of these does. */
  readonly words: readonly (readonly SetRun[])[];
  /** The same text with long words breakable anywhere, for when no size holds them whole. */
  readonly brokenRuns: readonly SetRun[];
  readonly brokenWords: readonly (readonly SetRun[])[];
  readonly isRightToLeft: boolean;
  readonly language: string;
  /** White between lines, in multiples of the type size. */
  readonly leading: number;
}

const clusters = new Intl.Segmenter("und", { granularity: "grapheme" });
const thaiWords = new Intl.Segmenter("th", { granularity: "word" });
const ideograph =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;
const joining = /\p{Script=Arabic}/u;
const rightToLeft = /^[^\p{Letter}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Scripts with marks far above and below their letters. */
const tall = /[\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\u1EA0-\u1EF9]/u;
const longWordClusters = 10;
const breakHere = "\u200B";

/** Titles and lines are one paragraph: white space of any kind is one space, and accents are part of their letters. */
export function toCopyText(text: string): string {
  return text.replace(/\s+/gu, " ").trim().normalize("NFC");
}

/** Prepares a text for the typesetter, and names the visible characters that no font has. */
export async function setCopy(text: string, weight: TextWeight, cutter: FontCutter) {
  const { runs, missing } = await cutter.add(text, weight);
  const words = listWords(text);
  const setWords = async (list: readonly string[]) =>
    Promise.all(list.map(async (word) => (await cutter.add(word, weight)).runs));
  const isLong = (word: string) => !joining.test(word) && countClusters(word) > longWordClusters;
  const broken = words.some(isLong) ? breakWords(text, isLong) : text;
  const copy: SetCopy = {
    runs,
    words: await setWords(words),
    brokenRuns: broken === text ? runs : (await cutter.add(broken, weight)).runs,
    brokenWords: await setWords(words.filter((word) => !isLong(word))),
    isRightToLeft: rightToLeft.test(text),
    language: findLanguage(text),
    leading: tall.test(text) ? 0.32 : 0.14,
  };
  return { copy, missing };
}

function listWords(text: string): string[] {
  return text.split(" ").flatMap((word) => {
    const parts = /\p{Script=Thai}/u.test(word) ? [...thaiWords.segment(word)].map(({ segment }) => segment) : [word];
    return parts.flatMap((part) => part.split(ideograph)).filter((part) => part !== "");
  });
}

function breakWords(text: string, isLong: (word: string) => boolean): string {
  return text
    .split(" ")
    .map((word) => (isLong(word) ? [...clusters.segment(word)].map(({ segment }) => segment).join(breakHere) : word))
    .join(" ");
}

function countClusters(word: string): number {
  return [...clusters.segment(word)].length;
}

/** For the rules of line breaking; only scripts that have their own matter. */
function findLanguage(text: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  if (/\p{Script=Han}/u.test(text)) return "zh";
  if (/\p{Script=Thai}/u.test(text)) return "th";
  if (/\p{Script=Arabic}/u.test(text)) return "ar";
  if (/\p{Script=Hebrew}/u.test(text)) return "he";
  return "en";
}
