import sharp from "sharp";

const pixelsMax = 64_000_000;
const embedded = /(["'])\s*data:image\/(?:png|jpe?g|gif|webp);base64,([a-z0-9+/=\s]*)\1/gi;

/** Removes embedded pictures that are unreadable or would unpack to far more than a plan needs. */
export async function removeUnsoundPictures(text: string): Promise<{ text: string; isReduced: boolean }> {
  const unsound = new Set<string>();
  for (const [, , base64 = ""] of text.matchAll(embedded)) {
    if (!(await isSound(base64))) unsound.add(base64);
  }
  if (unsound.size === 0) return { text, isReduced: false };
  return {
    text: text.replace(embedded, (whole, quote: string, base64: string) =>
      unsound.has(base64) ? `${quote}${quote}` : whole,
    ),
    isReduced: true,
  };
}

async function isSound(base64: string): Promise<boolean> {
  try {
    const { width, height } = await sharp(Buffer.from(base64, "base64"), { limitInputPixels: pixelsMax }).metadata();
    return width * height <= pixelsMax;
  } catch {
    return false;
  }
}
