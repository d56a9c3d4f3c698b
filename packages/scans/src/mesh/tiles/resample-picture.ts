import type { SurfacePicture } from "../sources/mesh-source.ts";
import { type UnpackedPicture, wrapPixel } from "./picture-store.ts";

/** A rectangle of a picture of `widthPx` × `heightPx`, and where it goes. */
export interface ResampledArea {
  /** May lie outside, where the picture wraps. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly x: number;
  readonly y: number;
}

interface Target {
  readonly pixels: Uint8Array;
  readonly channels: 3 | 4;
  readonly widthPx: number;
}

/**
 * Copies the area that another picture, of any size, has at the same texture coordinates.
 * @param channels those to copy; the others stay as they are
 */
export function resamplePicture(
  picture: UnpackedPicture,
  [wrapU, wrapV]: SurfacePicture["wrap"],
  area: ResampledArea,
  target: Target,
  channels: readonly number[],
): void {
  const number = chooseLevel(picture, area);
  const { widthPx, heightPx } = picture.level(number);
  const size = picture.channels;
  const [perColumn, perRow] = [widthPx / area.widthPx, heightPx / area.heightPx];
  const first = Math.floor((area.left + 0.5) * perColumn - 0.5);
  const last = Math.floor((area.left + area.width - 0.5) * perColumn - 0.5) + 1;
  const isInside = first >= 0 && last < widthPx;
  const [from, end] = isInside ? [first, last + 1] : [0, widthPx];
  const rows = [new Uint8Array((end - from) * size), new Uint8Array((end - from) * size)] as const;
  for (let line = 0; line < area.height; line++) {
    const v = (area.top + line + 0.5) * perRow - 0.5;
    const above = Math.floor(v);
    for (const [at, row] of rows.entries()) {
      picture.readRow(number, wrapPixel(above + at, heightPx, wrapV), from, end, row, 0);
    }
    for (let column = 0; column < area.width; column++) {
      const u = (area.left + column + 0.5) * perColumn - 0.5;
      const before = Math.floor(u);
      const one = (wrapPixel(before, widthPx, wrapU) - from) * size;
      const other = (wrapPixel(before + 1, widthPx, wrapU) - from) * size;
      const to = ((area.y + line) * target.widthPx + area.x + column) * target.channels;
      for (const channel of channels) {
        const upper = mix(rows[0][one + channel]!, rows[0][other + channel]!, u - before);
        const lower = mix(rows[1][one + channel]!, rows[1][other + channel]!, u - before);
        target.pixels[to + channel] = Math.round(mix(upper, lower, v - above));
      }
    }
  }
}

const mix = (one: number, other: number, share: number) => one + (other - one) * share;

/** The smallest level that has as many texels as the area's picture; the largest if none has. */
function chooseLevel({ levels }: UnpackedPicture, { widthPx, heightPx }: ResampledArea): number {
  let level = 0;
  while (
    level + 1 < levels.length &&
    levels[level + 1]!.widthPx >= widthPx &&
    levels[level + 1]!.heightPx >= heightPx
  ) {
    level++;
  }
  return level;
}
