/**
 * Points as they are sorted: five 32-bit words each. Three coordinates in steps of a grid over the whole cloud, then
 * one byte each for red, green, blue (sRGB) and class, then 16 bits of intensity.
 */
export const wordsPerPoint = 5;

/**
 * The cube around a cloud, delivered frame; each side has `2 ** gridLevels` steps, below a micrometre in a building.
 */
export interface PointGrid {
  readonly min: readonly [number, number, number];
  readonly sideM: number;
}

export const gridLevels = 31;

/** A cube of the octree over a grid. */
export interface OctreeCube {
  /** `r` followed by the octants on the way down. */
  readonly key: string;
  readonly level: number;
  /** Lowest corner, in steps. */
  readonly corner: readonly [number, number, number];
}

export const rootCube: OctreeCube = { key: "r", level: 0, corner: [0, 0, 0] };

/** The cube of one octant: bit 2 is the upper half in x, bit 1 in y, bit 0 in z. */
export function toOctant({ key, level, corner }: OctreeCube, octant: number): OctreeCube {
  const half = 2 ** (gridLevels - level - 1);
  return {
    key: `${key}${octant}`,
    level: level + 1,
    corner: [
      corner[0] + (octant & 4 ? half : 0),
      corner[1] + (octant & 2 ? half : 0),
      corner[2] + (octant & 1 ? half : 0),
    ],
  };
}

/** The octant of a cube at `level` that contains the point at a word offset. */
export function octantOf(words: Uint32Array, at: number, level: number): number {
  const shift = gridLevels - level - 1;
  return (
    (((words[at]! >>> shift) & 1) << 2) | (((words[at + 1]! >>> shift) & 1) << 1) | ((words[at + 2]! >>> shift) & 1)
  );
}

export function toSideM(grid: PointGrid, level: number): number {
  return grid.sideM / 2 ** level;
}

/** The lowest corner of a cube, metres. */
export function toCornerM(grid: PointGrid, { corner }: OctreeCube): [number, number, number] {
  const stepM = grid.sideM / 2 ** gridLevels;
  return [grid.min[0] + corner[0] * stepM, grid.min[1] + corner[1] * stepM, grid.min[2] + corner[2] * stepM];
}
