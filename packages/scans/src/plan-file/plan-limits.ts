/** Limits of a plan file; larger ones are rejected with an explanation. */
export const planLimits = {
  pagesMax: 40,
  /** Of a picture, checked before it is decoded. */
  sidePxMax: 40_000,
  pixelsMax: 600_000_000,
  pdfBytesMax: 400 * 1024 * 1024,
  svgBytesMax: 32 * 1024 * 1024,
  dxfSvgCharactersMax: 64 * 1024 * 1024,
} as const;

/** Size at which to show a sheet without a scale. */
export const unscaledLongestM = 20;
