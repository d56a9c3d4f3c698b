import { listEmoji, listTypefaces } from "./choose-typefaces.ts";
import { type FontSlice, openSlice } from "./font-slices.ts";

/** Part of a text that one slice has all the glyphs for. */
export interface TextRun {
  readonly slice: FontSlice;
  readonly text: string;
}

export interface SplitText {
  readonly runs: readonly TextRun[];
  /** What no font has, as people see it: one entry per visible character. */
  readonly missing: string[];
}

const clusters = new Intl.Segmenter("und", { granularity: "grapheme" });
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const emoji =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|[#*\d]\uFE0F?\u20E3)/u;
/** Replacement characters, halves of characters and private characters mean nothing to a reader. */
const meaningless = /[\uFFFD\p{Surrogate}\p{Private_Use}\p{Unassigned}\p{Control}]/u;
/** Marks and punctuation that scripts share: the font of the script they stand in draws them. */
const shared = /^(?!\p{ASCII})[\p{Script=Common}\p{Script=Inherited}]/u;

/** Splits a text by the fonts that draw it. Scripts whose letters join stay whole, because one slice has all of each. */
export async function splitRuns(text: string, isMonospaced: boolean): Promise<SplitText> {
  const typefaces = listTypefaces(text, isMonospaced);
  const runs: { slice: FontSlice; text: string }[] = [];
  const missing = new Set<string>();
  for (const { segment } of clusters.segment(text)) {
    const last = runs.at(-1);
    if (isInvisible(segment)) {
      if (last !== undefined) last.text += segment;
      continue;
    }
    const isEmoji = emoji.test(segment);
    const first = isEmoji ? listEmoji() : last !== undefined && shared.test(segment) ? [last.slice] : [];
    const slice = meaningless.test(segment) ? undefined : await findSlice(segment, [...first, ...typefaces]);
    if (slice === undefined) missing.add(segment);
    else if (last?.slice === slice) last.text += segment;
    else runs.push({ slice, text: segment });
  }
  return { runs, missing: [...missing] };
}

async function findSlice(cluster: string, slices: readonly FontSlice[]): Promise<FontSlice | undefined> {
  const all = [...cluster].map((character) => character.codePointAt(0) ?? 0);
  const visible = [...cluster].filter((character) => !isInvisible(character)).map((c) => c.codePointAt(0) ?? 0);
  return (await findCovering(all, slices)) ?? (await findCovering(visible, slices));
}

async function findCovering(characters: readonly number[], slices: readonly FontSlice[]) {
  for (const slice of slices) {
    if (!characters.every((character) => slice.claims(character))) continue;
    const { characters: available } = await openSlice(slice);
    if (characters.every((character) => available.has(character))) return slice;
  }
  return undefined;
}

function isInvisible(text: string): boolean {
  return [...text].every((character) => invisible.test(character));
}
