import { type FontSlice, listSlices } from "./font-slices.ts";

const numbered = /^\d+$/;
const scripts = ["arabic", "hebrew", "devanagari", "thai", "bengali", "tamil", "georgian", "armenian"] as const;

/**
 * The slices to look for a text's glyphs in, best first. Chinese, Japanese and Korean draw the same Han character
 * differently, so the text's own language decides which typeface draws it.
 */
export function listTypefaces(text: string, isMonospaced: boolean): readonly FontSlice[] {
  return [
    ...(isMonospaced ? listSlices("jetbrains-mono") : []),
    ...listSlices("inter"),
    ...listSlices("noto-sans", /^(?!devanagari)/),
    ...scripts.flatMap((script) => listSlices(`noto-sans-${script}`, new RegExp(`^${script}$`))),
    ...listHanTypefaces(text).flatMap((typeface) => listSlices(typeface, numbered)),
    ...listEmoji(),
  ];
}

export function listEmoji(): readonly FontSlice[] {
  return listSlices("noto-emoji");
}

function listHanTypefaces(text: string): string[] {
  const [jp, kr, sc, tc] = ["noto-sans-jp", "noto-sans-kr", "noto-sans-sc", "noto-sans-tc"];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [jp, sc, tc, kr];
  if (/\p{Script=Hangul}/u.test(text)) return [kr, jp, sc, tc];
  return isTraditional(text) ? [tc, sc, jp, kr] : [sc, tc, jp, kr];
}

let big5: ReadonlySet<string> | undefined;
let gb2312: ReadonlySet<string> | undefined;

/** Big5 holds only traditional characters and GB 2312 only simplified ones, so each tells the other's apart. */
export function isTraditional(text: string): boolean {
  big5 ??= listCharacters("big5", [0xa4, 0xf9], [0x40, 0xfe]);
  gb2312 ??= listCharacters("gbk", [0xb0, 0xf7], [0xa1, 0xfe]);
  let balance = 0;
  for (const character of text) {
    balance += Number(big5.has(character)) - Number(gb2312.has(character));
  }
  return balance > 0;
}

type Bounds = readonly [first: number, last: number];

function listCharacters(encoding: string, lead: Bounds, trail: Bounds): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const pair = new Uint8Array(2);
  const characters = new Set<string>();
  for (pair[0] = lead[0]; pair[0] <= lead[1]; pair[0] += 1) {
    for (pair[1] = trail[0]; pair[1] <= trail[1]; pair[1] += 1) characters.add(decoder.decode(pair));
  }
  return characters;
}
