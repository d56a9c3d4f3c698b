/** Size of every scan's picture. */
export const previewWidthPx = 640;
export const previewHeightPx = 400;
