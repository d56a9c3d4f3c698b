/** What a plan may be; beyond it a file is refused in words. */
export const planLimits = {
  pagesMax: 40,
  /** Of a picture, before it is decoded. */
  sidePxMax: 40_000,
  pixelsMax: 600_000_000,
  pdfBytesMax: 400 * 1024 * 1024,
  svgBytesMax: 32 * 1024 * 1024,
  dxfSvgCharactersMax: 64 * 1024 * 1024,
} as const;

/** A sheet without a scale has to be shown in some size. */
export const unscaledLongestM = 20;
