/** An equirectangular picture, decoded: 8-bit sRGB, three bytes a pixel, rows from the zenith down. */
export interface Equirectangular {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array;
}

/**
 * Looks a direction up in the picture, blending the four nearest pixels. The middle column is straight ahead (−z), a
 * quarter of the width to its right is +x, the top row is +y: y up, right-handed, seen from within.
 * @param into receives red, green and blue at `at`
 */
export function samplePanorama(
  { widthPx, heightPx, rgb }: Equirectangular,
  x: number,
  y: number,
  z: number,
  into: Uint8Array | Float32Array,
  at: number,
): void {
  const column = (Math.atan2(x, -z) / (2 * Math.PI) + 0.5) * widthPx - 0.5 + widthPx;
  const row = Math.min(heightPx - 1, Math.max(0, (0.5 - Math.atan2(y, Math.hypot(x, z)) / Math.PI) * heightPx - 0.5));
  const left = Math.floor(column);
  const across = column - left;
  const upper = Math.min(heightPx - 2, Math.floor(row));
  const down = row - upper;
  // The left edge continues at the right one.
  const x0 = (left % widthPx) * 3;
  const x1 = ((left + 1) % widthPx) * 3;
  const y0 = upper * widthPx * 3;
  const y1 = y0 + widthPx * 3;
  for (let channel = 0; channel < 3; channel++) {
    const above = rgb[y0 + x0 + channel]! * (1 - across) + rgb[y0 + x1 + channel]! * across;
    const below = rgb[y1 + x0 + channel]! * (1 - across) + rgb[y1 + x1 + channel]! * across;
    into[at + channel] = above * (1 - down) + below * down + 0.5;
  }
}
