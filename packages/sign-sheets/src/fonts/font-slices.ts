import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { listCharacters } from "./font-file.ts";
import { convertFont } from "./font-libraries.ts";

const require = createRequire(import.meta.url);

/** A part of a typeface, as fontsource splits it: one variable WOFF2 file for some of its characters. */
export interface FontSlice {
  /** For instance `noto-sans-jp-12`. */
  readonly name: string;
  readonly path: string;
  /** Whether the slice claims the character; only its file knows whether it has a glyph. */
  claims(character: number): boolean;
}

export interface OpenSlice {
  /** TrueType. */
  readonly font: Buffer;
  readonly characters: ReadonlySet<number>;
}

const known = new Map<string, readonly FontSlice[]>();
const opened = new Map<string, Promise<OpenSlice>>();

/**
 * The slices of a typeface in the package `@fontsource-variable/<typeface>`.
 * @param only the names of slices to keep, for typefaces that carry Latin letters beside their own script's
 */
export function listSlices(typeface: string, only?: RegExp): readonly FontSlice[] {
  const found = known.get(typeface);
  if (found !== undefined) return found;
  const ranges = require(`@fontsource-variable/${typeface}/unicode.json`) as Record<string, string>;
  const slices = Object.entries(ranges)
    .map(([key, range]) => ({ part: key.replace(/[[\]]/g, ""), range: parseRanges(range) }))
    .filter(({ part }) => only?.test(part) ?? true)
    .map(({ part, range }) => ({
      name: `${typeface}-${part}`,
      path: require.resolve(`@fontsource-variable/${typeface}/files/${typeface}-${part}-wght-normal.woff2`),
      claims: (character: number) => range.some(([first, last]) => first <= character && character <= last),
    }));
  known.set(typeface, slices);
  return slices;
}

/** Unpacks a slice once; a few hundred kilobytes stay in memory for each. */
export function openSlice(slice: FontSlice): Promise<OpenSlice> {
  let opening = opened.get(slice.name);
  if (opening === undefined) {
    opening = unpack(slice.path);
    opened.set(slice.name, opening);
  }
  return opening;
}

async function unpack(path: string): Promise<OpenSlice> {
  const font = await convertFont(await readFile(path), "truetype");
  return { font, characters: listCharacters(font) };
}

/** @param ranges as in CSS: `U+0600-06FF,U+200C` */
function parseRanges(ranges: string): [first: number, last: number][] {
  return ranges.split(",").map((range) => {
    const [first = "", last = first] = range.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
