import sharp from "sharp";

const sidePxMax = 4096;
const judgedPx = 32;

/**
 * Packs the pictures of roughness and metalness as glTF reads them: roughness in green, metalness in blue. Where one is
 * missing, its channel is white, so that the surface's factor counts. Of a picture in colours, the channel that glTF
 * would read is taken; in grey ones all are the same.
 * @returns a PNG
 * @throws Error when a picture can't be read
 */
export async function packGloss(
  roughness: Uint8Array | undefined,
  metalness: Uint8Array | undefined,
): Promise<Uint8Array> {
  const sizes = await Promise.all([roughness, metalness].map(async (one) => one && (await sharp(one).metadata())));
  const width = Math.min(sidePxMax, Math.max(1, ...sizes.map((size) => size?.width ?? 0)));
  const height = Math.min(sidePxMax, Math.max(1, ...sizes.map((size) => size?.height ?? 0)));
  const packed = new Uint8Array(width * height * 3).fill(255);
  for (const [picture, channel] of [
    [roughness, 1],
    [metalness, 2],
  ] as const) {
    if (picture === undefined) continue;
    const pixels = await toRgb(picture, width, height);
    for (let at = channel; at < packed.length; at += 3) packed[at] = pixels[at]!;
  }
  return new Uint8Array(
    await sharp(packed, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
}

/**
 * Whether a picture holds normals: mostly blue. OBJ and FBX name pictures of normals and of heights alike; heights have
 * no common unit, so they can't be shown.
 * @returns false for unreadable pictures
 */
export async function holdsNormals(picture: Uint8Array): Promise<boolean> {
  const pixels = await toRgb(picture, judgedPx, judgedPx).catch(() => undefined);
  if (pixels === undefined) return false;
  const sums = [0, 0, 0];
  for (const [at, value] of pixels.entries()) sums[at % 3]! += value / judgedPx ** 2;
  const [red, green, blue] = sums as [number, number, number];
  return blue > 150 && blue > Math.max(red, green) + 20;
}

async function toRgb(picture: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const image = sharp(picture).toColourspace("srgb").resize(width, height, { fit: "fill" }).removeAlpha();
  return new Uint8Array(await image.raw({ depth: "uchar" }).toBuffer());
}
