import { z } from "zod";

/** Printed signs by their trimmed size in millimetres. A tent card is folded across its middle and read from both sides. */
export const signFormats = {
  a4: { widthMm: 210, heightMm: 297 },
  letter: { widthMm: 215.9, heightMm: 279.4 },
  a5: { widthMm: 148, heightMm: 210 },
  a6: { widthMm: 105, heightMm: 148 },
  sticker: { widthMm: 80, heightMm: 80 },
  tent: { widthMm: 148, heightMm: 210 },
  lanyard: { widthMm: 86, heightMm: 134 },
} as const;
export type SignFormat = keyof typeof signFormats;
export const signFormatSchema = z.enum(Object.keys(signFormats) as [SignFormat, ...SignFormat[]]);

/**
 * What the signs are printed on. `trimmed`: one sign a page with bleed and crop marks, for a print shop.
 * `a4` and `letter`: as many signs as fit on a page of this size, with marks to cut along, for an office printer.
 */
export const signPapers = ["trimmed", "a4", "letter"] as const;
export type SignPaper = (typeof signPapers)[number];

/** `light`: black on white, which saves ink. `dark`: white on ink up to the edges, the code on a white panel. */
export const signStyles = ["light", "dark"] as const;
export type SignStyle = (typeof signStyles)[number];

/** How far away a phone is held, in millimetres. The largest format is read from two metres. */
export const readingDistancesMm = [300, 500, 1_000, 2_000] as const;
export const readingDistanceSchema = z.union(readingDistancesMm.map((distance) => z.literal(distance)));

/** `pdf`: with outlines, embedded fonts, bleed and trim boxes. `svg` and `png`: a single sign without marks; PNG at 300 dpi. */
export const signFileKinds = ["pdf", "svg", "png"] as const;
export type SignFileKind = (typeof signFileKinds)[number];

/** How a set of signs is printed. */
export const signSheetSchema = z.object({
  format: signFormatSchema,
  paper: z.enum(signPapers),
  style: z.enum(signStyles),
  readingDistanceMm: readingDistanceSchema,
});
export type SignSheet = z.infer<typeof signSheetSchema>;
