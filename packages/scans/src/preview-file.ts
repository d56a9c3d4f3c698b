/** Every delivery has a picture of its scan under this name, in this size. */
export const previewFileName = "preview.webp";
export const previewWidthPx = 640;
export const previewHeightPx = 400;
