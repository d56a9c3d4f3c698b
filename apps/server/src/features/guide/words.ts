/** A word of a text, with its place in it (UTF-16 units). */
export interface Word {
  /** Folded: lower case, without accents. */
  readonly word: string;
  /** In lower case only: stemming dictionaries need the accents. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
// Scripts that put no spaces between words.
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Longer runs of letters are codes and data, and no index holds them. */
const wordCharactersMax = 64;
/** A single Hiragana letter is a particle: too common to tell texts apart. */
const particle = /^\p{sc=Hiragana}$/u;
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

export function listWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const [run] = match;
    if (!unspaced.test(run)) {
      if (run.length <= wordCharactersMax) words.push(toWord(run, match.index));
      continue;
    }
    for (const { segment, index, isWordLike } of segmenter.segment(run))
      if (isWordLike === true && !particle.test(segment)) words.push(toWord(segment, match.index + index));
  }
  return words;
}

/** The index itself, or the one before it where it would split a character in two. */
export function toCut(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
}

/** Whether a word is in a script without spaces. Its words are short: two letters say as much as a whole word elsewhere. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word);
}

function toWord(run: string, start: number): Word {
  const raw = run.normalize("NFKC").toLowerCase();
  return { word: fold(raw), raw, start, end: start + run.length };
}

// Letters that don't decompose into a base letter and an accent.
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Without accents, Arabic vowel marks and lengthening strokes. Marks of other scripts are part of the letter. */
function fold(lowerCase: string): string {
  return lowerCase
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u064b-\u0652\u0640]+/g, "")
    .normalize("NFC");
}
