import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface ReadPage {
  /** Without white space, which PDFs don't keep. */
  readonly text: string;
  /** How often the font's box for missing characters is drawn. */
  readonly missingGlyphCount: number;
  readonly glyphCount: number;
}

/** Reads a page as a PDF viewer does. */
export async function readPage(pdf: Uint8Array, index = 0): Promise<ReadPage> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await loading.promise).getPage(index + 1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ("str" in item ? item.str : "")).join("");
  const { fnArray, argsArray } = await page.getOperatorList();
  const glyphs = fnArray.flatMap((operation, at) => (operation === OPS.showText ? listGlyphs(argsArray[at]) : []));
  await loading.destroy();
  return {
    text: text.replace(/[\s\u200B]/gu, ""),
    missingGlyphCount: glyphs.filter((glyph) => glyph === 0).length,
    glyphCount: glyphs.length,
  };
}

/** The glyphs' numbers in their font; 0 is `.notdef`. */
function listGlyphs(args: unknown): number[] {
  const [shown] = args as [({ readonly originalCharCode: number } | number)[]];
  return shown.flatMap((glyph) => (typeof glyph === "number" ? [] : [glyph.originalCharCode]));
}
