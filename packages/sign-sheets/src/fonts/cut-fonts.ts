import { renameFont } from "./font-file.ts";
import { cutFont } from "./font-libraries.ts";
import { type FontSlice, openSlice } from "./font-slices.ts";
import { splitRuns } from "./split-runs.ts";

export type TextWeight = "bold" | "plain";

/** A run as the typesetter takes it: a text, and the family that has all of its glyphs. */
export interface SetRun {
  readonly family: string;
  readonly text: string;
}

/** Both within the range of each typeface: the emoji's ends at 700. */
const weights: Record<TextWeight, number> = { bold: 660, plain: 440 };

/** Collects the characters of an order's texts, and cuts a static TrueType font for exactly these from each slice. */
export class FontCutter {
  readonly #cuts = new Map<string, { slice: FontSlice; weight: number; family: string; characters: Set<string> }>();

  /** The text in runs, and the visible characters that no font has. */
  async add(text: string, weight: TextWeight, isMonospaced = false) {
    const { runs, missing } = await splitRuns(text, isMonospaced);
    const setRuns = runs.map(
      (run): SetRun => ({ family: this.#use(run.slice, weights[weight], run.text), text: run.text }),
    );
    return { runs: setRuns, missing };
  }

  /** TrueType files, one for each family in use. */
  async cut(): Promise<Buffer[]> {
    const fonts: Buffer[] = [];
    for (const { slice, weight, family, characters } of this.#cuts.values()) {
      const { font } = await openSlice(slice);
      const options = { targetFormat: "truetype", variationAxes: { wght: weight } } as const;
      fonts.push(renameFont(await cutFont(font, [...characters].join(""), options), family));
    }
    return fonts;
  }

  #use(slice: FontSlice, weight: number, text: string): string {
    const key = `${slice.name} ${weight}`;
    let cut = this.#cuts.get(key);
    if (cut === undefined) {
      // Numbers only: typesetters take words such as "ext" or "bold" off a family's name.
      cut = { slice, weight, family: `signs ${this.#cuts.size}`, characters: new Set() };
      this.#cuts.set(key, cut);
    }
    for (const character of text) cut.characters.add(character);
    return cut.family;
  }
}
