/** Picture rows are held in blocks, so that a picture may exceed memory. */
export const rowsPerBlock = 64;
const blockShift = 6;

/** A decoded equirectangular picture: 8-bit sRGB, three bytes per pixel, rows from the zenith down. */
export interface Equirectangular {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Blocks of `rowsPerBlock` rows; blocks not needed at the moment may be missing. */
  readonly blocks: readonly (Uint8Array | undefined)[];
}

/**
 * Samples the picture in a direction, interpolating the four nearest pixels. The middle column is straight ahead (−z),
 * a quarter of the width to its right is +x, the top row is +y: y up, right-handed, seen from within. The rows around
 * the direction must be loaded.
 * @param into receives red, green and blue at `at`
 */
export function samplePanorama(
  { widthPx, heightPx, blocks }: Equirectangular,
  x: number,
  y: number,
  z: number,
  into: Uint8Array | Float32Array,
  at: number,
): void {
  const column = (Math.atan2(x, -z) / (2 * Math.PI) + 0.5) * widthPx - 0.5 + widthPx;
  const row = toRow(heightPx, y, Math.hypot(x, z));
  const left = Math.floor(column);
  const across = column - left;
  const upper = Math.min(heightPx - 2, Math.floor(row));
  const down = row - upper;
  // The right edge wraps around to the left one.
  const x0 = (left % widthPx) * 3;
  const x1 = ((left + 1) % widthPx) * 3;
  const lower = upper + 1;
  const above = blocks[upper >> blockShift]!;
  const below = blocks[lower >> blockShift]!;
  const y0 = (upper & (rowsPerBlock - 1)) * widthPx * 3;
  const y1 = (lower & (rowsPerBlock - 1)) * widthPx * 3;
  for (let channel = 0; channel < 3; channel++) {
    const high = above[y0 + x0 + channel]! * (1 - across) + above[y0 + x1 + channel]! * across;
    const low = below[y1 + x0 + channel]! * (1 - across) + below[y1 + x1 + channel]! * across;
    into[at + channel] = high * (1 - down) + low * down + 0.5;
  }
}

/** The fractional row that shows a direction. @param across length of the direction's horizontal part */
export function toRow(heightPx: number, y: number, across: number): number {
  return Math.min(heightPx - 1, Math.max(0, (0.5 - Math.atan2(y, across) / Math.PI) * heightPx - 0.5));
}
