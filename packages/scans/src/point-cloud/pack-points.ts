import type { PointAttributes } from "./encode-point-tile.ts";
import { gridLevels, type PointGrid, wordsPerPoint } from "./packed-points.ts";
import { createShader, type PointShading } from "./point-colours.ts";
import { createPlacer, type PointPlacement } from "./point-placement.ts";
import type { PointRecords } from "./point-records.ts";

/** Converts records to packed points: placed, coloured, quantised. */
export interface PointPacker {
  /** @returns packed points, overwritten by the next call; excludes those outside the trusted bounds */
  readonly pack: (records: PointRecords) => Uint32Array;
}

/** Parameters for packing a cloud's points. */
export interface PointPacking {
  readonly placement: PointPlacement;
  readonly grid: PointGrid;
  readonly shading: PointShading;
  readonly attributes: PointAttributes;
}

/** @param onPlaced receives the delivered position of each kept point, metres */
export function createPointPacker(
  { placement, grid, shading, attributes: { intensity } }: PointPacking,
  onPlaced: (x: number, y: number, z: number) => void,
): PointPacker {
  const { trusted } = placement;
  const place = createPlacer(placement);
  const shade = createShader(shading);
  const stepsMax = 2 ** gridLevels - 1;
  const stepsPerMetre = 2 ** gridLevels / grid.sideM;
  const intensityOffset = intensity?.isWhole ? 0 : (intensity?.min ?? 0);
  const intensityScale = intensity && !intensity.isWhole ? 0xffff / (intensity.max - intensity.min) : 1;
  const placed = new Float64Array(3);
  let words = new Uint32Array(0);
  const toStep = (axis: number) =>
    Math.min(stepsMax, Math.max(0, Math.floor((placed[axis]! - grid.min[axis]!) * stepsPerMetre)));
  return {
    pack: ({ count, doubles, floats, bytes }) => {
      if (words.length < count * wordsPerPoint) words = new Uint32Array(count * wordsPerPoint);
      let to = 0;
      for (let i = 0; i < count; i++) {
        const x = doubles[i * 4]!;
        const y = doubles[i * 4 + 1]!;
        const z = doubles[i * 4 + 2]!;
        if (x < trusted.min[0] || x > trusted.max[0]) continue;
        if (y < trusted.min[1] || y > trusted.max[1]) continue;
        if (z < trusted.min[2] || z > trusted.max[2]) continue;
        place(x, y, z, placed, 0);
        onPlaced(placed[0]!, placed[1]!, placed[2]!);
        const measured = floats[i * 8 + 6]!;
        const byte = i * 32 + 28;
        const rgb = bytes[byte]! | (bytes[byte + 1]! << 8) | (bytes[byte + 2]! << 16);
        words[to] = toStep(0);
        words[to + 1] = toStep(1);
        words[to + 2] = toStep(2);
        words[to + 3] = (shade(rgb, placed[1]!, measured) | (bytes[byte + 3]! << 24)) >>> 0;
        words[to + 4] = intensity ? Math.round((measured - intensityOffset) * intensityScale) : 0;
        to += wordsPerPoint;
      }
      return words.subarray(0, to);
    },
  };
}

/**
 * The positions of a sample on the grid, for planning: clamped, without other attributes.
 * @param positions metres
 * @param pointsMax a larger sample is thinned evenly to this number
 */
export function packSample(positions: Float32Array, grid: PointGrid, pointsMax: number): Uint32Array {
  const step = Math.max(1, Math.ceil(positions.length / 3 / pointsMax));
  const count = Math.floor(positions.length / 3 / step);
  const words = new Uint32Array(count * wordsPerPoint);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const share = (positions[i * step * 3 + axis]! - grid.min[axis]!) / grid.sideM;
      words[i * wordsPerPoint + axis] = Math.floor(
        Math.min(1 - 2 ** -gridLevels, Math.max(0, share)) * 2 ** gridLevels,
      );
    }
  }
  return words;
}
