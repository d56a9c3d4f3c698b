import type { Sharp } from "sharp";

/** Compressed pictures can be vast: larger ones are refused before decoding. */
const pixelsMax = 100_000_000;
const photoFormats = ["jpeg", "png", "webp", "heif", "gif"] as const;

/**
 * Opens a picture that a person uploaded. Its metadata stays behind when it is written again. SVG and PDF are programs, not
 * pictures.
 * @throws Error for other formats and what can't be read
 */
export async function openPicture(bytes: Uint8Array, formats: readonly string[] = photoFormats): Promise<Sharp> {
  // Loaded with the first picture: the library uses much memory.
  const { default: sharp } = await import("sharp");
  const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" });
  const { format } = await picture.metadata();
  if (!formats.includes(format)) throw new Error(`${format} isn't a picture of these formats: ${formats.join(", ")}.`);
  return picture;
}
