import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

interface CutOptions {
  readonly targetFormat: "truetype";
  /** Fixes each axis of a variable font at a value. */
  readonly variationAxes: Readonly<Record<string, number>>;
}

type CutFont = (font: Buffer, characters: string, options: CutOptions) => Promise<Buffer>;
type ConvertFont = (font: Buffer, format: "truetype") => Promise<Buffer>;

/** These packages have no types, and read their programs from files beside them: a bundle leaves them where they are. */
export const cutFont = require("subset-font") as CutFont;
export const convertFont = (require("fontverter") as { readonly convert: ConvertFont }).convert;
